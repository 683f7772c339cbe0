import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { blockName, breakBlock, groundAround, joinBot, sees } from './bots.ts';
import { makeRealmFolder, startRealm } from './realm-process.ts';

/** A hash of every file of the world. */
function worldHash(dir: string): string {
  const hash = createHash('sha256');
  const world = join(dir, 'world');
  for (const entry of readdirSync(world, { recursive: true, withFileTypes: true }).toSorted(byPath)) {
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return hash.digest('hex');
}

const byPath = (one: { parentPath: string; name: string }, other: { parentPath: string; name: string }): number =>
  join(one.parentPath, one.name) < join(other.parentPath, other.name) ? -1 : 1;

test('a world that is held has everything from before and nothing from then on, until it is let go', async () => {
  const dir = makeRealmFolder();
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const [before, meanwhile] = groundAround(ada, 2);
  if (!before || !meanwhile) throw new Error('no ground');
  const plain = worldHash(dir);
  breakBlock(ada, before);
  await sees(ada, before, 'air');
  const held = await realm.call('POST', '/hold-writing');
  expect(held.status).toBe(200);
  const saved = worldHash(dir);
  expect(saved).not.toBe(plain);

  breakBlock(ada, meanwhile);
  await sees(ada, meanwhile, 'air');
  // Another player who joins waits for their stored state, and gets in.
  const coming = joinBot(realm.gameSocket, 'Bob');
  // Three times as long as it takes to be saved: that nothing happens has no event.
  await wait(1500);
  expect(worldHash(dir)).toBe(saved);

  await held.body?.cancel();
  await expect.poll(() => worldHash(dir)).not.toBe(saved);
  await coming;
});

test('a realm that is to end lets go of itself, and saves everything', async () => {
  const dir = makeRealmFolder();
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const [block] = groundAround(ada, 1);
  if (!block) throw new Error('no ground');
  const held = await realm.call('POST', '/hold-writing');
  breakBlock(ada, block);
  await sees(ada, block, 'air');
  await realm.call('POST', '/stop');
  expect((await realm.ended()).code).toBe(0);
  await expect(held.text()).rejects.toBeInstanceOf(Error);

  const again = await startRealm(dir, 2);
  const bob = await joinBot(again.gameSocket, 'Bob');
  expect(blockName(bob, block)).toBe('air');
});
