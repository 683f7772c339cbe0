import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCode, enterEvents, openEvents } from './event-sockets.ts';
import { logIn, makeUser, realmBody } from './people.ts';
import { giveCoins } from './people-money.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { closed } from '@realmkeep/testkit/closed';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const open = (headers?: Record<string, string>) => openEvents(api, headers);
const enter = (token: string) => enterEvents(api, token);

test('tells owner and partner what happens to a realm, and nobody else', async () => {
  const [owner, partner, stranger] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api), makeUser(api)]);
  const [own, partners, others] = await Promise.all(
    [owner, partner, stranger].map(({ tokens }) => enter(tokens.token)),
  );
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', 'ev-castle') });
  await runSql(api.config.databaseUrl, 'insert into realm_partners (realm_id, user_id) values ($1, $2)', [
    id,
    partner.id,
  ]);
  const ready = expect.objectContaining({ type: 'realmLive', realm: expect.objectContaining({ id, phase: 'READY' }) });
  await expect.poll(() => own?.heard).toContainEqual(ready);
  await expect.poll(() => partners?.heard).toContainEqual({ type: 'realmChanged', id });

  api.runtime.setPlayers(id, [{ nickname: 'Steve', uuid: randomUUID(), world: 'overworld' }]);
  const withSteve = expect.objectContaining({
    realm: expect.objectContaining({ players: [expect.objectContaining({ nickname: 'Steve' })] }),
  });
  for (const watcher of [own, partners]) {
    await expect.poll(() => watcher?.heard).toContainEqual(withSteve);
  }
  await owner.client.realmDelete({ params: { id } });
  await expect.poll(() => own?.heard.at(-1)).toEqual({ type: 'realmChanged', id });
  expect(others?.heard).toEqual([{ type: 'ready' }]);
});

test('tells a player, and nobody else, that their coins have changed', async () => {
  const [player, other] = await Promise.all([makeUser(api), makeUser(api)]);
  const [own, others] = await Promise.all([player, other].map(({ tokens }) => enter(tokens.token)));
  await giveCoins(api, player, 5);
  await expect.poll(() => own?.heard.at(-1)).toEqual({ type: 'accountChanged' });
  expect(others?.heard).toEqual([{ type: 'ready' }]);
});

test('closes when the session ends', async () => {
  const { tokens, client } = await makeUser(api);
  const { socket } = await enter(tokens.token);
  const closed = closeCode(socket);
  await client.authLogout({ body: tokens });
  await expect(closed).resolves.toBe(4401);
});

test.each([
  ['no token', '{"type":"auth","token":"x"}', 4401],
  ['no JSON', 'hello', 4400],
  ['another message', '{"type":"ready"}', 4400],
])('closes on %s', async (_what, message, code) => {
  const socket = open();
  await once(socket, 'open');
  const closed = closeCode(socket);
  socket.send(message);
  await expect(closed).resolves.toBe(code);
});

test('closes on a message larger than any that it takes', async () => {
  const socket = open();
  await once(socket, 'open');
  const closed = closeCode(socket);
  socket.send('x'.repeat(5_000));
  await expect(closed).resolves.toBe(1009);
});

test('wants the scope', async () => {
  const { nickname } = await makeUser(api);
  const { token } = await logIn(api, nickname, { scopes: ['USER_ME'] });
  const socket = open();
  await once(socket, 'open');
  const closed = closeCode(socket);
  socket.send(JSON.stringify({ type: 'auth', token }));
  await expect(closed).resolves.toBe(4401);
});

test('answers pages of its own origin, and of no other', async () => {
  const foreign = open({ origin: 'https://elsewhere.example' });
  await expect(closeCode(foreign)).resolves.toBe(4403);
  const own = open({ origin: api.config.publicUrl });
  await once(own, 'open');
  const loopback = open({ origin: `http://127.0.0.1:${api.config.port}` });
  await once(loopback, 'open');
});

/** A socket of a client that follows no rules. */
function openRaw(): Socket {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.write(
    'GET /api/ws/events HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  return socket;
}

/** A frame with no or one letter, masked with zeros. Source: RFC 6455, section 5.2 */
const frame = (opcode: number, letter = '') =>
  Buffer.from([opcode, 0x80 + letter.length, 0, 0, 0, 0, ...Buffer.from(letter)]);

test('cuts off who is told to go, and does not', async () => {
  const socket = openRaw();
  // Not a token.
  socket.write(frame(0x81, 'x'));
  await expect(closed(socket.resume())).resolves.toBeUndefined();
});

test.each([
  ['answers to pings that nobody sent', Array<Buffer>(200).fill(frame(0x8a))],
  ['pings', Array<Buffer>(200).fill(frame(0x89))],
  ['pieces of one message', [frame(0x01), ...Array<Buffer>(100).fill(frame(0x00))]],
])('cuts off at once who sends many %s', async (_name, frames) => {
  // A client that never sends a token is disconnected as well, a few seconds later.
  const [quiet, socket] = [openRaw(), openRaw()];
  await Promise.all([quiet, socket].map((each) => once(each, 'data')));
  const ends = [quiet, socket].map((each) => closed(each.resume()).then(() => each));
  socket.write(Buffer.concat(frames));
  expect(await Promise.race(ends)).toBe(socket);
  quiet.destroy();
});

test('lets nobody keep more than 20 sockets', async () => {
  const { tokens } = await makeUser(api);
  await Promise.all(Array.from({ length: 20 }, () => enter(tokens.token)));
  const socket = open();
  await once(socket, 'open');
  const closed = closeCode(socket);
  socket.send(JSON.stringify({ type: 'auth', token: tokens.token }));
  await expect(closed).resolves.toBe(4429);
});

test('without a public address a page is let in by whatever name it was come by, and no other', async () => {
  await using local = await startTestApi({ environment: { PUBLIC_URL: 'http://localhost:3000' } });
  const host = '192.168.1.5:3000';
  const own = openEvents(local, { host, origin: `http://${host}` });
  await once(own, 'open');
  const stayed = closeCode(own);
  own.send('hello');
  await expect(stayed).resolves.toBe(4400);
  await expect(closeCode(openEvents(local, { host, origin: 'http://evil.example' }))).resolves.toBe(4403);
  // With a public URL only that address is allowed.
  await expect(closeCode(openEvents(api, { host, origin: `http://${host}` }))).resolves.toBe(4403);
});
