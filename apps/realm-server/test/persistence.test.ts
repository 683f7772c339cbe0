import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { blockName, breakBlock, groundAround, joinBot, kickReason, sees, startBot } from './bots.ts';
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

test('where players appear is moved by a call and by a command, stays within the border, and is kept with the world', async () => {
  const dir = makeRealmFolder({ borderDiameter: 40, spawnProtectionRadius: 3 });
  const realm = await startRealm(dir, 1);
  const { spawn } = await realm.state();
  const move = async (x: number, y: number, z: number) => (await realm.call('POST', '/spawn', { x, y, z })).status;
  const ada = await joinBot(realm.gameSocket, 'Ada');
  expect(ada.entity.position.floored()).toMatchObject({ ...spawn });
  const pointed = once(ada._client, 'spawn_position');
  expect(await move(12, 80, -8)).toBe(204);
  expect((await pointed)[0]).toMatchObject({ location: { x: 12, y: 80, z: -8 } });
  expect([await move(21, 80, 0), await move(0, 80, -30)]).toEqual([422, 422]);
  expect([await move(0, 0, 0), await move(0, 255, 0)]).toEqual([422, 422]);
  expect(await move(0.5, 80, 0)).toBe(400);
  await realm.call('POST', '/command', { command: 'setworldspawn 13 81 -9' });
  await realm.consoleLine('Set the world spawn point to 13, 81, -9');
  await realm.call('POST', '/command', { command: 'setworldspawn 50 81 -9' });
  await realm.consoleLine('That position is out of this world!');
  expect(await realm.state()).toMatchObject({ spawn: { x: 13, y: 81, z: -9 } });
  await realm.call('POST', '/stop');
  await realm.ended();

  const again = await startRealm(dir, 2);
  expect(await again.state()).toMatchObject({ spawn: { x: 13, y: 81, z: -9 } });
  const bob = startBot(again.gameSocket, 'Bob');
  const [[{ x, z }], [border]] = await Promise.all([once(bob._client, 'position'), once(bob._client, 'world_border')]);
  expect([x, z]).toEqual([13.5, -8.5]);
  // In the middle of the border is the map's own spawn point, as before.
  expect(border).toMatchObject({ x: (spawn?.x ?? 0) + 0.5, z: (spawn?.z ?? 0) + 0.5 });
});

test('a player returns to where they were, with what they had', async () => {
  const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  await realm.call('POST', '/command', { command: 'give Ada dirt' });
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
  expect(back.inventory.items().map(({ name }) => name)).toEqual(['dirt']);
});

test('a player whose file is damaged begins anew, and the file is kept', async () => {
  const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  await realm.call('POST', '/command', { command: 'give Ada dirt' });
  ada.quit();
  await realm.stateWhere((state) => state.players.length === 0);
  await realm.call('POST', '/stop');
  await realm.ended();
  const folder = join(dir, 'world/playerdata');
  const [name = ''] = readdirSync(folder);
  const file = readFileSync(join(folder, name));
  file.fill(0, 20, 40);
  writeFileSync(join(folder, name), file);

  const again = await startRealm(dir, 2);
  const back = await joinBot(again.gameSocket, 'Ada');
  expect(back.inventory.items()).toEqual([]);
  expect(readFileSync(join(folder, `${name}.damaged`)).equals(file)).toBe(true);
});
