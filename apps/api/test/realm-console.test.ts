import { randomUUID } from 'node:crypto';
import type { ConsoleLine } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCode, enterEvents, type EventSocket } from './event-sockets.ts';
import { freshAddress, makeUser, realmBody, type TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ withoutSweeps: true });
});
afterAll(() => api[Symbol.asyncDispose]());

async function runningRealm(owner: TestUser, name = 'My Castle'): Promise<string> {
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody(name, address) });
  await expect.poll(() => api.app.ctx.directory.observed(id)?.phase).toBe('READY');
  return id;
}

const say = ({ socket }: EventSocket, type: 'consoleOpen' | 'consoleClose', id: string) =>
  socket.send(JSON.stringify({ type, id }));
const linesOf = ({ heard }: EventSocket, id: string): ConsoleLine[] =>
  heard.flatMap((message) => (message.type === 'consoleLines' && message.id === id ? message.lines : []));
const texts = (watcher: EventSocket, id: string) => linesOf(watcher, id).map(({ text }) => text);
const hears = (watcher: EventSocket, message: object) => expect.poll(() => watcher.heard).toContainEqual(message);

async function watching(user: TestUser, id: string): Promise<EventSocket> {
  const watcher = await enterEvents(api, user.tokens.token);
  say(watcher, 'consoleOpen', id);
  await hears(watcher, { type: 'consoleOpened', id });
  return watcher;
}

test('who opens it gets what was printed before and what is printed then, and nobody else', async () => {
  const [owner, stranger] = await Promise.all([makeUser(api), makeUser(api)]);
  const id = await runningRealm(owner);
  api.runtime.emitConsole(id, 'before');
  const first = await watching(owner, id);
  const other = await enterEvents(api, owner.tokens.token);
  const strange = await enterEvents(api, stranger.tokens.token);
  say(strange, 'consoleOpen', id);
  await hears(strange, { type: 'consoleClosed', id });
  say(strange, 'consoleOpen', randomUUID());
  api.runtime.emitConsole(id, 'then');
  await expect.poll(() => texts(first, id)).toEqual(['before', 'then']);
  const late = await watching(owner, id);
  await expect.poll(() => texts(late, id)).toEqual(['before', 'then']);
  for (const { heard } of [other, strange]) expect(heard.some(({ type }) => type === 'consoleLines')).toBe(false);

  say(first, 'consoleClose', id);
  // The answer to a later message shows that this one has been read.
  say(first, 'consoleOpen', randomUUID());
  await expect.poll(() => first.heard.at(-1)?.type).toBe('consoleClosed');
  api.runtime.emitConsole(id, 'after');
  await expect.poll(() => texts(late, id)).toContain('after');
  expect(texts(first, id)).not.toContain('after');
});

test('a realm that is off has what it printed before, and the page stays open through its start', async () => {
  const owner = await makeUser(api);
  const id = await runningRealm(owner);
  api.runtime.emitConsole(id, 'last words');
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await expect.poll(() => api.app.ctx.directory.isLive(id)).toBe(false);
  const watcher = await watching(owner, id);
  await expect.poll(() => texts(watcher, id)).toEqual(['last words']);
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
  await expect.poll(() => api.app.ctx.directory.observed(id)?.phase).toBe('READY');
  api.runtime.emitConsole(id, 'again');
  await expect.poll(() => texts(watcher, id)).toEqual(['last words', 'again']);
});

test('it is closed to a co-owner on removal, and to the owner when the realm is deleted', async () => {
  const [owner, partner] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api)]);
  const id = await runningRealm(owner);
  await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
  const [removed, owners] = [await watching(partner, id), await watching(owner, id)];
  await owner.client.realmPartnerRemove({ params: { id, userId: partner.id } });
  await expect.poll(() => removed.heard).toContainEqual({ type: 'consoleClosed', id });
  api.runtime.emitConsole(id, 'a secret');
  await expect.poll(() => texts(owners, id)).toContain('a secret');
  expect(texts(removed, id)).not.toContain('a secret');
  await expect(partner.client.realmConsoleCommand({ params: { id }, body: { command: 'list' } })).rejects.toMatchObject(
    { code: 'realm_unknown' },
  );

  await owner.client.realmDelete({ params: { id } });
  await hears(owners, { type: 'consoleClosed', id });
});

test('it ends with the session', async () => {
  const owner = await makeUser(api);
  const id = await runningRealm(owner);
  const { socket } = await watching(owner, id);
  const closed = closeCode(socket);
  await owner.client.authLogout({ body: owner.tokens });
  await expect(closed).resolves.toBe(4401);
});

test('a command is carried out under the name of who has sent it', async () => {
  const [owner, partner, stranger] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api), makeUser(api)]);
  const id = await runningRealm(owner);
  await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
  const watcher = await watching(owner, id);
  await partner.client.realmConsoleCommand({ params: { id }, body: { command: '  say hello ' } });
  await expect.poll(() => texts(watcher, id)).toEqual([`> ${partner.nickname}: say hello`, 'Done: say hello']);
  await expect(owner.client.realmConsoleCommands({ params: { id } })).resolves.toEqual({
    commands: expect.arrayContaining([{ name: 'kick', usage: '<player> [words]' }]) as unknown,
  });

  for (const command of ['', '  ', 'a'.repeat(257), 'say a\nstop', 'say \u0000', 'say \u001b[2J']) {
    await expect(owner.client.realmConsoleCommand({ params: { id }, body: { command } })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  }
  await isRefused(stranger, id, 'realm_unknown');
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await expect.poll(() => api.app.ctx.directory.isLive(id)).toBe(false);
  await isRefused(owner, id, 'realm_not_running');
});

async function isRefused({ client }: TestUser, id: string, code: string): Promise<void> {
  const command = client.realmConsoleCommand({ params: { id }, body: { command: 'list' } });
  await expect(command).rejects.toMatchObject({ code });
  await expect(client.realmConsoleCommands({ params: { id } })).rejects.toMatchObject({ code });
}

test('more commands in a minute than a person types are refused', async () => {
  const owner = await makeUser(api);
  const id = await runningRealm(owner);
  const send = () => owner.client.realmConsoleCommand({ params: { id }, body: { command: 'list' } });
  await Promise.all(Array.from({ length: 60 }, send));
  await expect(send()).rejects.toMatchObject({ code: 'rate_limited' });
});

test('a socket that reads nothing costs a bounded piece of memory, and then gets the newest lines and how many it has missed', async () => {
  const owner = await makeUser(api);
  const id = await runningRealm(owner);
  const [slow, quick] = [await watching(owner, id), await watching(owner, id)];
  slow.socket.pause();
  const text = 'x'.repeat(500);
  const before = process.memoryUsage();
  for (let batch = 1; batch <= 400; batch += 1) {
    for (let line = 0; line < 400; line += 1) api.runtime.emitConsole(id, text);
    await new Promise(setImmediate);
  }
  api.runtime.emitConsole(id, 'the last');
  await expect.poll(() => texts(quick, id).at(-1)).toBe('the last');
  const after = process.memoryUsage();
  // 80 MB were printed.
  expect(after.external - before.external).toBeLessThan(32 << 20);
  slow.socket.resume();
  await expect.poll(() => texts(slow, id).at(-1)).toBe('the last');
  const numbers = linesOf(slow, id).map(({ n }) => n);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(numbers.at(-1)).toBe(160_001);
  expect(numbers.length).toBeLessThan(160_001);
});

test('a socket opens four consoles at most, and says what is known, not too often', async () => {
  const owner = await makeUser(api, 'DRAGON');
  const ids = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) ids.push(await runningRealm(owner, `Castle ${name}`));
  const watcher = await enterEvents(api, owner.tokens.token);
  for (const id of ids) say(watcher, 'consoleOpen', id);
  await hears(watcher, { type: 'consoleClosed', id: ids[4] });
  for (const id of ids.slice(0, 4)) await hears(watcher, { type: 'consoleOpened', id });
  const closed = closeCode(watcher.socket);
  for (let count = 0; count < 60; count += 1) say(watcher, 'consoleClose', randomUUID());
  await expect(closed).resolves.toBe(4429);

  for (const message of [
    '{"type":"consoleOpen"}',
    '{"type":"consoleOpen","id":"../.."}',
    'x',
    '{"type":"auth","token":"x"}',
  ]) {
    const { socket } = await enterEvents(api, owner.tokens.token);
    const refused = closeCode(socket);
    socket.send(message);
    await expect(refused).resolves.toBe(4400);
  }
});
