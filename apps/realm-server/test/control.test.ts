import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinBot, kickReason, hears } from './bots.ts';
import { makeRealmFolder, spawnRealm, startRealm } from './realm-process.ts';
import { once } from 'node:events';

test('commands run as the console, and their answers are in the console', async () => {
  const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL' }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const heard = hears(ada, '[Server] hello all');
  expect((await realm.call('POST', '/command', { command: '/say hello all' })).status).toBe(204);
  await heard;
  await realm.call('POST', '/command', { command: 'list' });
  await realm.consoleLine('There are 1 of a max of 2 players online: Ada');
  await realm.call('POST', '/command', { command: 'nonsense' });
  await realm.consoleLine('Unknown or incomplete command');
  for (const [command, answer] of [
    ['op Ada', 'Unknown or incomplete command'],
    ['give Ada stone 70', 'Gave 70 [Stone] to Ada'],
    ['give Ada stone 1e9', 'Expected whitespace to end one argument'],
    ['give Ada __proto__', "Unknown item 'minecraft:__proto__'"],
    ['give Bob stone', 'No player was found'],
    ['setblock 0 90 0 no_such_block', "Unknown block type 'minecraft:no_such_block'"],
    ['setblock 0 256 0 stone', 'That position is out of this world!'],
    ['setblock 300 90 0 stone', 'That position is out of this world!'],
    ['setblock ~ 90 0 minecraft:stone', 'Changed the block at'],
    ['gamemode creative', 'No player was found'],
    ['gamemode creative aDA', "Set Ada's game mode to Creative Mode"],
    ['spawn', 'Unknown or incomplete command'],
    ['tp Ada', 'No player was found'],
    ['tp Ada Ada', 'Teleported Ada to Ada'],
    ['xp 30 Ada', 'Gave 30 experience points to Ada'],
    ['time set night', 'Set the time to 13000'],
    ['difficulty 9', 'Incorrect argument for command'],
    ['kill Nobody', 'No entity was found'],
    ['help', '/stop'],
  ] as const) {
    await realm.call('POST', '/command', { command });
    await realm.consoleLine(answer);
  }
  expect(ada.inventory.items().map(({ name, count }) => `${count} ${name}`)).toEqual(['64 stone', '6 stone']);
  expect(ada.game.gameMode).toBe('creative');
  const sentOff = kickReason(ada);
  await realm.call('POST', '/command', { command: 'kick Ada Be nice' });
  expect(await sentOff).toContain('Be nice');
  expect((await realm.state()).phase).toBe('READY');
});

test('the console says who has sent a command, and no code to log in with', async () => {
  const realm = await startRealm(makeRealmFolder());
  await realm.call('POST', '/command', { command: 'say §ahello', by: 'Owner_1' });
  expect(await realm.consoleLine('Owner_1')).toBe('> Owner_1: say §ahello');
  expect(await realm.consoleLine('[Server]')).toBe('§d[Server] §ahello');
  await realm.call('POST', '/command', { command: '/login ABCD-EFGH', by: 'Owner_1' });
  expect(await realm.consoleLine('login')).toBe('> Owner_1: login …');
  expect(readFileSync(join(realm.dir, 'logs/console.log'), 'utf8')).not.toContain('ABCD');
});

test('says which commands the console takes: those that need nobody in the game', async () => {
  const realm = await startRealm(makeRealmFolder());
  const commands = (await (await realm.call('GET', '/commands')).json()) as { name: string; usage: string }[];
  expect(commands).toContainEqual({ name: 'kick', usage: '<player> [reason]' });
  expect(commands).toContainEqual({ name: 'list', usage: '' });
  const modes = 'survival|creative|adventure|spectator';
  expect(commands).toContainEqual({ name: 'gamemode', usage: `${modes} [player]` });
  const names = commands.map(({ name }) => name);
  expect(names).toContain('stop');
  for (const name of ['login', 'spawn', 'weather', 'kit', '/set']) expect(names).not.toContain(name);
});

test('what is not as promised is refused', async () => {
  const realm = await startRealm(makeRealmFolder());
  const status = async (method: string, path: string, body: unknown): Promise<number> =>
    (await realm.call(method, path, body)).status;
  expect(await status('POST', '/command', { command: 'x'.repeat(257) })).toBe(400);
  expect(await status('POST', '/command', { command: 'say a\nstop' })).toBe(400);
  expect(await status('POST', '/command', { command: 7 })).toBe(400);
  expect(await status('POST', '/command', { command: 'list', by: 'A da' })).toBe(400);
  expect(await status('POST', '/command', 'x'.repeat(70_000))).toBe(400);
  expect(await status('PATCH', '/settings', { slots: -1 })).toBe(400);
  expect(await status('PATCH', '/settings', { slots: '2' })).toBe(400);
  expect(await status('PATCH', '/settings', { gameMode: 'GOD' })).toBe(400);
  expect(await status('PATCH', '/settings', { borderDiameter: 0.5 })).toBe(400);
  expect(await status('PATCH', '/settings', [])).toBe(400);
  expect(await status('PATCH', '/settings', { managers: ['Ada'] })).toBe(400);
  expect(await status('PATCH', '/settings', { managers: [{ nickname: '<b>', epoch: 1 }] })).toBe(400);
  const code = { nickname: 'Ada_1', epoch: 0, hash: '0'.repeat(64), expiresAt: Date.now() };
  expect(await status('POST', '/login-code', code)).toBe(204);
  for (const wrong of [{ nickname: 'A da' }, { epoch: -1 }, { hash: 'ABC' }, { expiresAt: 'soon' }]) {
    expect(await status('POST', '/login-code', { ...code, ...wrong })).toBe(400);
  }
  expect(await status('GET', '/nothing', undefined)).toBe(404);
  expect(await realm.state()).toMatchObject({ phase: 'READY', slots: 2 });
});

test('a map or a spec that cannot be used ends the process at once, with its own code', async () => {
  const unknown = await spawnRealm(makeRealmFolder({}, { map: 'atlantis' }), 1);
  expect((await once(unknown.child, 'exit'))[0]).toBe(65);
  expect(unknown.stderr()).toContain('unknown map: atlantis');
  const foreign = makeRealmFolder({}, { map: 'normal', seed: '7' });
  mkdirSync(join(foreign, 'world'));
  writeFileSync(join(foreign, 'world/level.dat'), 'made by a Java server that has not said where it begins');
  expect((await once((await spawnRealm(foreign, 1)).child, 'exit'))[0]).toBe(65);
  const dir = makeRealmFolder();
  writeFileSync(join(dir, 'spec.json'), '{"realmId": "../.."}');
  const broken = await spawnRealm(dir, 1);
  expect((await once(broken.child, 'exit'))[0]).toBe(78);
  expect(broken.stderr()).toContain('realmId must be a UUID');
});

test('the console is kept in a file that does not grow without end', async () => {
  const dir = makeRealmFolder();
  mkdirSync(join(dir, 'logs'));
  writeFileSync(join(dir, 'logs/console.log'), 'x'.repeat((1 << 20) - 10));
  const realm = await startRealm(dir);
  await realm.consoleLine('Ready after');
  expect(readFileSync(join(dir, 'logs/console.log'), 'utf8')).toContain('Ready after');
  expect(statSync(join(dir, 'logs/console.log')).size).toBeLessThan(10_000);
  expect(statSync(join(dir, 'logs/console.log.1')).size).toBeLessThanOrEqual(1 << 20);
});
