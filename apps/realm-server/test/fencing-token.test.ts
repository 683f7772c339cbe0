import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blockName, breakBlock, groundAround, joinBot } from './bots.ts';
import { command, makeRealmFolder, spawnRealm, startRealm } from './realm-process.ts';

test('a fencing token serves one start, and a larger one of the past refuses', async () => {
  const dir = makeRealmFolder();
  const realm = await startRealm(dir, 7);
  expect(readFileSync(join(dir, 'world/lease'), 'utf8').trim()).toBe('7');
  for (const token of [6, 7]) {
    const second = await spawnRealm(dir, token);
    expect((await once(second.child, 'exit'))[0]).toBe(76);
    expect(second.stderr()).toContain(`fencing token ${token} refused: the world has seen 7`);
  }
  expect((await realm.state()).phase).toBe('READY');
  expect((await realm.call('POST', '/stop')).status).toBe(202);
  await realm.ended();
  const again = await spawnRealm(dir, 7);
  expect((await once(again.child, 'exit'))[0]).toBe(76);
});

test('a fencing token that cannot be read refuses every start', async () => {
  const dir = makeRealmFolder();
  mkdirSync(join(dir, 'world'));
  writeFileSync(join(dir, 'world/lease'), '');
  const { child } = await spawnRealm(dir, 9);
  expect((await once(child, 'exit'))[0]).toBe(76);
});

test('a process whose world has been taken over writes nothing more, and ends', async () => {
  const dir = makeRealmFolder();
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const [block] = groundAround(ada, 1);
  if (!block) throw new Error('no ground');
  const before = blockName(ada, block);
  writeFileSync(join(dir, 'world/lease'), '2\n');
  // It may end before it says so, as it looks whenever it writes.
  await command(realm, 'say to readers alone')
    .then(() => realm.consoleLine('to readers alone'))
    .catch(() => realm.ended());
  breakBlock(ada, block);
  const { code, stderr } = await realm.ended();
  expect(code).toBe(76);
  expect(stderr).toContain('fencing token 1 lost: the world has seen 2');
  expect(readFileSync(join(dir, 'logs/console.log'), 'utf8')).not.toMatch(/to readers alone|lost/);

  const again = await startRealm(dir, 3);
  const bob = await joinBot(again.gameSocket, 'Bob');
  expect(blockName(bob, block)).toBe(before);
});
