import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ServerMessage } from '@realmkeep/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { type Live, type LiveOptions, type LiveState, openLive } from './live.ts';

let server: WebSocketServer;
let live: Live | null = null;
/** The sockets that were opened, and the first message of each. */
let sockets: { socket: ServerSocket; auth: unknown; path: string | undefined }[] = [];

const listen = async (port = 0) => {
  const opened = new WebSocketServer({ host: '127.0.0.1', port });
  await once(opened, 'listening');
  opened.on('connection', (socket, { url }) => {
    socket.once('message', (data: Buffer) => sockets.push({ socket, auth: JSON.parse(data.toString()), path: url }));
  });
  return opened;
};
const stop = async () => {
  for (const client of server.clients) client.terminate();
  server.close();
  await once(server, 'close');
};

beforeEach(async () => {
  sockets = [];
  server = await listen();
});
afterEach(async () => {
  live?.close();
  await stop();
});

function open(options: Partial<LiveOptions> = {}) {
  const messages: ServerMessage[] = [];
  const states: LiveState[] = [];
  live = openLive({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/ws/events`,
    token: async () => 'token-1',
    renew: async () => {},
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    firstDelay: 5,
    ...options,
  });
  return { messages, states };
}

const arrival = (count: number) =>
  vi.waitFor(
    () => {
      expect(sockets).toHaveLength(count);
      return sockets[count - 1] as (typeof sockets)[number];
    },
    { timeout: 10_000 },
  );
const send = (socket: ServerSocket, message: unknown) => socket.send(JSON.stringify(message));

test('the token is in the first message and not in the address', async () => {
  const { messages, states } = open();
  const { socket, auth, path } = await arrival(1);
  expect(auth).toEqual({ type: 'auth', token: 'token-1' });
  expect(path).toBe('/api/ws/events');
  send(socket, { type: 'ready' });
  send(socket, { type: 'realmChanged', id: 'r1' });
  await expect.poll(() => messages).toEqual([{ type: 'ready' }, { type: 'realmChanged', id: 'r1' }]);
  expect(states).toEqual(['open']);
});

test('what cannot be understood is passed over', async () => {
  const { messages } = open();
  const { socket } = await arrival(1);
  for (const text of ['', '{', 'null', '[]', '{"type":"newer"}', '{"type":"realmLive","realm":1}']) socket.send(text);
  socket.send(Buffer.from([1, 2, 3]));
  send(socket, { type: 'ready' });
  await expect.poll(() => messages).toEqual([{ type: 'ready' }]);
});

test('a lost connection is made again, with the token of then', async () => {
  let token = 'token-1';
  const { states } = open({ token: async () => token });
  const first = await arrival(1);
  send(first.socket, { type: 'ready' });
  token = 'token-2';
  first.socket.terminate();
  const second = await arrival(2);
  expect(second.auth).toEqual({ type: 'auth', token: 'token-2' });
  send(second.socket, { type: 'ready' });
  await expect.poll(() => states).toEqual(['open', 'lost', 'open']);
});

test('it comes back to a server that was away', async () => {
  const { port } = server.address() as AddressInfo;
  open();
  send((await arrival(1)).socket, { type: 'ready' });
  await stop();
  server = await listen(port);
  await expect(arrival(2)).resolves.toMatchObject({ auth: { token: 'token-1' } });
});

test('a refused token is renewed, and the connection made at once', async () => {
  let renewals = 0;
  let token = 'token-1';
  const { states } = open({
    // So long that only immediate reconnects can be seen here.
    firstDelay: 60_000,
    token: async () => token,
    renew: async () => {
      renewals += 1;
      token = 'token-2';
    },
  });
  const first = await arrival(1);
  send(first.socket, { type: 'ready' });
  first.socket.close(4401);
  const second = await arrival(2);
  expect(second.auth).toEqual({ type: 'auth', token: 'token-2' });
  expect(renewals).toBe(1);

  // Refused again without having been taken: now it waits.
  second.socket.close(4401);
  await expect.poll(() => states).toEqual(['open', 'lost']);
  expect(sockets).toHaveLength(2);
  live?.retryNow();
  await arrival(3);
});

test('where it is told to come again it does at once, and waits if that was in vain', async () => {
  const { states } = open({ firstDelay: 60_000 });
  const first = await arrival(1);
  send(first.socket, { type: 'ready' });
  first.socket.close(1012);
  const second = await arrival(2);
  second.socket.close(1012);
  await expect.poll(() => states).toEqual(['open', 'lost']);
  expect(sockets).toHaveLength(2);
});

test('a closed one stays closed', async () => {
  const { states } = open();
  const { socket } = await arrival(1);
  const closed = once(socket, 'close');
  live?.close();
  await closed;
  live?.retryNow();
  expect(states).toEqual([]);
  expect(server.clients.size).toBe(0);
});
