import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { blockName, breakBlock, groundAround, joinBot, kickReason, sees } from './bots.ts';
import { makeRealmFolder, startRealm, type RealmProcess } from './realm-process.ts';

const blockCount = 20;
/** How long before a crash a change must be on the disk. */
const crashDelayMs = 4000;

test('of 20 blocks dug right after joining 20 are kept when the process is killed 4 s later', async () => {
  const dir = makeRealmFolder();
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const blocks = groundAround(ada, blockCount);
  for (const at of blocks) breakBlock(ada, at);
  for (const at of blocks) await sees(ada, at, 'air');
  await wait(crashDelayMs);
  realm.child.kill('SIGKILL');
  await realm.ended();

  const again = await startRealm(dir, 2);
  const bob = await joinBot(again.gameSocket, 'Bob');
  expect(blocks.filter((at) => blockName(bob, at) === 'air')).toHaveLength(blockCount);
});

const ways: Record<string, (realm: RealmProcess) => unknown> = {
  SIGTERM: (realm) => realm.child.kill('SIGTERM'),
  SIGINT: (realm) => realm.child.kill('SIGINT'),
  'POST /stop': (realm) => realm.call('POST', '/stop'),
  'the console': (realm) => realm.call('POST', '/command', { command: 'stop' }),
};

for (const [name, end] of Object.entries(ways)) {
  test(`everything is saved when ${name} ends the realm in the middle of building`, async () => {
    const dir = makeRealmFolder();
    const realm = await startRealm(dir, 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    const blocks = groundAround(ada, blockCount);
    const sentOff = kickReason(ada);
    for (const at of blocks) breakBlock(ada, at);
    for (const at of blocks) await sees(ada, at, 'air');
    await end(realm);
    expect((await realm.ended()).code).toBe(0);
    expect(await sentOff).toContain('The realm is closing.');

    const again = await startRealm(dir, 2);
    const bob = await joinBot(again.gameSocket, 'Bob');
    expect(blocks.filter((at) => blockName(bob, at) === 'air')).toHaveLength(blockCount);
  });
}

test('a player comes back to where he was, with what he had', async () => {
  const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const block = ada.blockAt(ada.entity.position.floored().offset(1, -1, 0));
  if (!block) throw new Error('no ground');
  await ada.dig(block, true);
  ada.physicsEnabled = false;
  ada.entity.position.x += 3;
  const there = ada.entity.position.clone();
  ada._client.write('position', { x: there.x, y: there.y, z: there.z, onGround: true });
  ada._client.write('look', { yaw: 90, pitch: 0, onGround: true });
  await realm.call('GET', '/state');
  ada.quit();
  await realm.stateWhere((state) => state.players.length === 0);
  await realm.call('POST', '/stop');
  await realm.ended();

  const again = await startRealm(dir, 2);
  const back = await joinBot(again.gameSocket, 'Ada');
  expect(back.entity.position.x).toBeCloseTo(there.x);
  expect(back.inventory.items().map(({ name }) => name)).toEqual(['grass_block']);
});
