import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { tokenPair } from '../../test/auth-server.ts';
import { awaitAnswer } from './verification.ts';

let server: WebSocketServer;
let sockets: { socket: ServerSocket; address: string | undefined }[] = [];
let losses: boolean[] = [];
let stop: AbortController;

const listen = async (port = 0) => {
  const opened = new WebSocketServer({ host: '127.0.0.1', port });
  await once(opened, 'listening');
  opened.on('connection', (socket, { url }) => sockets.push({ socket, address: url }));
  return opened;
};
const close = async () => {
  for (const client of server.clients) client.terminate();
  server.close();
  await once(server, 'close');
};
const portOf = () => (server.address() as AddressInfo).port;

beforeEach(async () => {
  sockets = [];
  losses = [];
  stop = new AbortController();
  server = await listen();
});
afterEach(async () => {
  stop.abort();
  await close();
});

const onLost = (lost: boolean) => losses.push(lost);

function begin(expires = new Date(Date.now() + 180_000)) {
  const challenge = { track_id: 'a/b+c', match: '47', expires: expires.toISOString() };
  const url = `ws://127.0.0.1:${portOf()}/api/ws/verification`;
  const answer = awaitAnswer({ challenge, signal: stop.signal, onLost }, url, 5);
  // Looked at later.
  answer.catch(() => {});
  return answer;
}
const arrival = (count: number) =>
  vi.waitFor(
    () => {
      expect(sockets.length).toBeGreaterThanOrEqual(count);
      return sockets[count - 1] as (typeof sockets)[number];
    },
    { timeout: 10_000 },
  );

test('the track is in the address of the socket, and the tokens are what comes', async () => {
  const answer = begin();
  const { socket, address } = await arrival(1);
  expect(address).toBe('/api/ws/verification?track_id=a%2Fb%2Bc');
  const closed = once(socket, 'close');
  socket.send(JSON.stringify(tokenPair(1)));
  await expect(answer).resolves.toMatchObject({ token: 'token-1', refresh_token: 'refresh-1' });
  await closed;
});

test.each([
  ['login_rejected', 403],
  ['login_expired', 408],
  ['login_cancelled', 409],
  ['account_blocked', 403],
])('%s is told by its code', async (error, status) => {
  const answer = begin();
  const { socket } = await arrival(1);
  socket.send(JSON.stringify({ error, message: 'anything' }));
  await expect(answer).rejects.toMatchObject({ code: error, status });
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '7',
  '{"refresh_token":"r","expire":"e"}',
  '{"token":"","refresh_token":"r","expire":"e"}',
  '{"token":1,"refresh_token":"r","expire":"e"}',
  '{"error":"toString"}',
])('%j is a rejection', async (message) => {
  const answer = begin();
  (await arrival(1)).socket.send(message);
  await expect(answer).rejects.toMatchObject({
    code: 'login_rejected',
    message: 'Discord verification has been rejected',
  });
});

test('a lost connection is made again, also to a server that was away', async () => {
  const port = portOf();
  const answer = begin();
  (await arrival(1)).socket.terminate();
  await arrival(2);
  await close();
  server = await listen(port);
  const { socket, address } = await arrival(3);
  expect(address).toBe(sockets[0]?.address);
  await expect.poll(() => losses.at(-1)).toBe(false);
  expect(losses).toContain(true);
  socket.send(JSON.stringify(tokenPair(2)));
  await expect(answer).resolves.toMatchObject({ token: 'token-2' });
});

test.each([
  [4404, 'login_expired'],
  [4403, 'forbidden'],
])('a socket that is closed with %i is not tried again', async (code, error) => {
  const answer = begin();
  (await arrival(1)).socket.close(code);
  await expect(answer).rejects.toMatchObject({ code: error });
  expect(sockets).toHaveLength(1);
});

test('a server that stays away is waited for only so long', async () => {
  const answer = begin();
  const { socket } = await arrival(1);
  const hour = Date.now() + 3_600_000;
  vi.spyOn(Date, 'now').mockReturnValue(hour);
  await close();
  socket.terminate();
  await expect(answer).rejects.toMatchObject({ type: 'network', message: 'Network Error' });
  vi.restoreAllMocks();
  server = await listen();
});

test('a clock that is ahead does not end it', async () => {
  const answer = begin(new Date(Date.now() - 3_600_000));
  (await arrival(1)).socket.terminate();
  (await arrival(2)).socket.send(JSON.stringify(tokenPair(3)));
  await expect(answer).resolves.toMatchObject({ token: 'token-3' });
});

test('who stops waiting closes the socket, and hears nothing more', async () => {
  const answer = begin();
  const { socket } = await arrival(1);
  const closed = once(socket, 'close');
  stop.abort();
  await expect(answer).rejects.toThrow('aborted');
  await closed;
  expect(losses).not.toContain(true);
  expect(sockets).toHaveLength(1);
});
