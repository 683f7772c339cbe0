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
  await realm.consoleLine('Players online: 1. Ada');
  await realm.call('POST', '/command', { command: 'nonsense' });
  await realm.consoleLine('There is no such command.');
  for (const [command, answer] of [
    ['op Ada', 'There is no such command.'],
    ['give Ada stone 70', 'Done.'],
    ['give Ada stone 1e9', 'Usage: /give'],
    ['give Ada __proto__', 'There is no item __proto__.'],
    ['give Bob stone', 'There is no player named Bob here.'],
    ['setblock 0 90 0 no_such_block', 'There is no block no_such_block.'],
    ['setblock 0 256 0 stone', 'This place is outside the world or its border.'],
    ['setblock 300 90 0 stone', 'This place is outside the world or its border.'],
    ['setblock ~ 90 0 stone', 'Usage: /setblock'],
    ['gamemode creative', 'Usage: /gamemode'],
    ['gamemode creative aDA', 'Done.'],
    ['spawn', 'Usage: /spawn'],
    ['tp Ada', 'Usage: /tp'],
    ['tp Ada Ada', 'Done.'],
    ['xp 30 Ada', 'Done.'],
    ['time set night', 'The time is 13000.'],
    ['difficulty 9', 'Usage: /difficulty'],
    ['kill Nobody', 'There is no player named Nobody here.'],
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
  expect(commands).toContainEqual({ name: 'kick', usage: '<player> [words]' });
  expect(commands).toContainEqual({ name: 'list', usage: '' });
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
