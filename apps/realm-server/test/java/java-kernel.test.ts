import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { hears } from '../bots.ts';
import { comesIn, compileFirst, makeJavaRealm } from './java-realm.ts';
import { startRealm, until, type RealmProcess } from '../realm-process.ts';

compileFirst();

const kept = ({ dir }: RealmProcess): string =>
  readFileSync(join(dir, 'world/stand-in.txt'), 'utf8').split('\n')[1] ?? '';

async function type(realm: RealmProcess, command: string): Promise<void> {
  expect((await realm.call('POST', '/command', { command, by: 'Owner_1' })).status).toBe(204);
}

test('a realm starts, is played, hears its console and ends with all that was in its world', async () => {
  const dir = await makeJavaRealm({ settings: { motd: 'Zamek', difficultyLevel: 'HARD', borderDiameter: 32 } });
  const realm = await startRealm(dir, 1);
  expect(readFileSync(join(dir, 'eula.txt'), 'utf8')).toBe('eula=true\n');
  expect(readFileSync(join(dir, 'server.properties'), 'utf8')).toContain('difficulty=hard\n');
  for (const name of ['plugins', 'config', 'logs', 'world/region', 'world/level.dat'])
    expect(existsSync(join(dir, name))).toBe(true);
  await realm.consoleLine('Done (');
  expect(await realm.consoleLine('Preparing spawn area')).toBe('Preparing spawn area: 0%');
  await realm.consoleLine('Set the world border to 32.0');

  const ada = await comesIn(realm.gameSocket, 'Ada');
  const { players, tps } = await realm.stateWhere((state) => state.players.length === 1);
  expect(players).toEqual([{ nickname: 'Ada', uuid: ada._client.uuid, world: 'overworld' }]);
  expect(tps).toBeNull();
  await realm.consoleLine('Ada came in');
  ada.chat('hello there');
  await realm.consoleLine('<Ada> hello there');
  const said = hears(ada, '[Server] good evening');
  await type(realm, 'say good evening');
  await said;
  await realm.consoleLine('> Owner_1: say good evening');

  await type(realm, '/mark a tower');
  await realm.consoleLine('The world is marked: a tower');
  const gone = once(ada, 'end');
  await realm.call('POST', '/stop');
  expect((await realm.ended()).code).toBe(0);
  await gone;
  expect(kept(realm)).toBe('a tower');

  const again = await startRealm(dir, 2);
  await type(again, 'read');
  await again.consoleLine('The world says: a tower');
});

test.each(['paper', 'purpur'] as const)(
  '%s tells how fast it ticks; its lines are shown without their time',
  async (kernel) => {
    const realm = await startRealm(await makeJavaRealm({ kernel }), 1);
    expect(await realm.consoleLine('Preparing level')).toBe('Preparing level "world"');
    await comesIn(realm.gameSocket, 'Ada');
    await until(async () => ((await realm.state()).tps === 19.5 ? true : null));
  },
);

test('players are counted in the world where each is, and the answers that tell it are not shown', async () => {
  const realm = await startRealm(await makeJavaRealm(), 1);
  const ada = await comesIn(realm.gameSocket, 'Ada');
  await realm.stateWhere(({ worlds }) => isDeepStrictEqual(worlds, [{ name: 'overworld', players: 1 }]));
  await type(realm, 'execute in minecraft:the_nether run tp Ada 0 64 0');
  await realm.consoleLine('Teleported Ada');
  ada.end();
  await realm.stateWhere(({ players }) => players.length === 0);
  await comesIn(realm.gameSocket, 'Ada');
  const state = await realm.stateWhere(({ worlds }) => worlds.length === 2);
  expect(state.worlds[1]).toEqual({ name: 'nether', players: 1 });
  expect(state.players).toMatchObject([{ nickname: 'Ada', world: 'nether' }]);
  expect(realm.printed().filter((line) => line.includes('entity data'))).toEqual([]);
});

test('the Nether of Paper is held with the world, and goes with it to another server', async () => {
  const realm = await startRealm(await makeJavaRealm({ kernel: 'paper' }), 1);
  const inNether = 'execute in minecraft:the_nether run';
  await type(realm, `${inNether} mark a fortress`);
  const held = await realm.call('POST', '/hold-writing');
  expect(readFileSync(join(realm.dir, 'world/world_nether/DIM-1/stand-in.txt'), 'utf8')).toContain('a fortress');
  await held.body?.cancel();
  await realm.call('POST', '/stop');
  expect((await realm.ended()).code).toBe(0);

  const dir = await makeJavaRealm();
  cpSync(join(realm.dir, 'world'), join(dir, 'world'), { recursive: true });
  const vanilla = await startRealm(dir, 2);
  await type(vanilla, `${inNether} read`);
  await vanilla.consoleLine('The world says: a fortress');
  expect(existsSync(join(dir, 'world/DIM-1/region/r.9.9.mca'))).toBe(true);
});

test('a world that is held has everything from before and nothing from then on, until it is let go', async () => {
  const realm = await startRealm(await makeJavaRealm(), 1);
  await type(realm, 'mark before');
  const held = await realm.call('POST', '/hold-writing');
  expect(held.status).toBe(200);
  expect(kept(realm)).toBe('before');
  const bytes = readFileSync(join(realm.dir, 'world/stand-in.txt'), 'utf8');
  await type(realm, 'mark meanwhile');
  await realm.consoleLine('The world is marked: meanwhile');
  // Three times as long as it takes to be saved: that nothing happens has no event.
  await wait(600);
  expect(readFileSync(join(realm.dir, 'world/stand-in.txt'), 'utf8')).toBe(bytes);
  await held.body?.cancel();
  await realm.consoleLine('Automatic saving is now enabled');
  await until(() => (kept(realm) === 'meanwhile' ? true : null));
});

test('settings hold at once where the game has a command for them', async () => {
  const realm = await startRealm(await makeJavaRealm(), 1);
  const change = {
    borderDiameter: 300,
    difficultyLevel: 'PEACEFUL',
    gameMode: 'SURVIVAL',
    viewAchievementsOnChat: false,
    keepInventory: true,
    motd: 'New',
  };
  const answer = await (await realm.call('PATCH', '/settings', change)).json();
  expect(answer).toEqual({
    applied: ['gameMode', 'viewAchievementsOnChat', 'keepInventory', 'borderDiameter'],
    atNextStart: ['difficultyLevel', 'motd'],
  });
  await realm.consoleLine('Set the world border to 300.0');
  await realm.consoleLine('The difficulty has been set to Peaceful');
  await realm.consoleLine('The default game mode is now survival');
  await realm.consoleLine('announceAdvancements is now set to: false');
  // Unchanged rules are sent at the start.
  await realm.consoleLine('doDaylightCycle is now set to: true');
  await realm.consoleLine('keepInventory is now set to: false');
  await realm.consoleLine('keepInventory is now set to: true');
});

test('where players appear is moved by a command of the game, which tells it in its console; the border stays', async () => {
  const dir = await makeJavaRealm({ settings: { borderDiameter: 64 } });
  const realm = await startRealm(dir, 1);
  const { spawn } = await realm.state();
  expect(spawn).toMatchObject({ y: expect.any(Number) });
  await realm.consoleLine(`Set the center of the world border to ${spawn?.x} ${spawn?.z}`);
  const move = async (x: number, y: number) => (await realm.call('POST', '/spawn', { x, y, z: -8 })).status;
  expect(await move(12, 80)).toBe(204);
  expect((await realm.stateWhere((state) => state.spawn?.x === 12)).spawn).toEqual({ x: 12, y: 80, z: -8 });
  expect([await move(40, 80), await move(12, -1), await move(12, 256)]).toEqual([422, 422, 422]);
  await type(realm, 'setworldspawn 5 70 6');
  await realm.stateWhere((state) => state.spawn?.z === 6);
});

test('the game’s own land is made of the seed, and its border stays around where it begins', async () => {
  const dir = await makeJavaRealm({ world: { map: 'amplified', seed: 'castle' } });
  const realm = await startRealm(dir, 1);
  const level = gunzipSync(readFileSync(join(dir, 'world/level.dat'))).toString('latin1');
  expect(level).toContain('amplified');
  expect(level).toContain('castle');
  // Where the stand-in lets players of this seed appear.
  const { spawn } = await realm.stateWhere((state) => state.spawn !== null);
  expect(spawn).toEqual({ x: -20, y: 70, z: -94 });
  await realm.consoleLine('Set the center of the world border to -20.0, -94.0');
  await type(realm, 'setworldspawn 5 70 6');
  await realm.stateWhere((state) => state.spawn?.z === 6);
  await realm.call('POST', '/stop');
  await realm.ended();
  expect(JSON.parse(readFileSync(join(dir, 'world/map.json'), 'utf8'))).toEqual({ own: { x: -20, y: 70, z: -94 } });

  const again = await startRealm(dir, 2);
  await again.consoleLine('Set the center of the world border to -20 -94');
});

test('a flood of lines keeps nobody from the console', async () => {
  const realm = await startRealm(await makeJavaRealm({ flags: ['flood'] }), 1);
  await type(realm, 'list');
  await until(async () => ((await realm.state()).phase === 'READY' ? true : null));
  await realm.call('POST', '/stop');
  expect((await realm.ended()).code).toBe(0);
});
