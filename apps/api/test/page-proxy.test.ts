import { once } from 'node:events';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Envelope, TokenPair } from '@realmkeep/contract';
import { holdUnix } from '@realmkeep/sockets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { loginBody, makeUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let folder: string;
let socketPath: string;
let api: TestApi;
const logged: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-proxy-'));
  socketPath = join(folder, 'page.sock');
  api = await startTestApi({
    logTo: { write: (line: string) => void logged.push(line) },
    environment: { PAGE_PROXY_FD: String(holdUnix(socketPath, { mode: 0o600 }).fd), LOG_LEVEL: 'warn' },
  });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Where calls may go: to the proxy's socket, or to the port, as from any program on this machine. */
const ways = { socket: () => ({ socketPath }), port: () => ({ host: '127.0.0.1', port: api.app.port }) };

async function call(way: keyof typeof ways, path: string, headers: OutgoingHttpHeaders, body?: object) {
  const asked = request({ ...ways[way](), path: `/api${path}`, method: body ? 'POST' : 'GET', headers });
  asked.setHeader('content-type', 'application/json');
  asked.end(body && JSON.stringify(body));
  const [answer] = await once(asked, 'response');
  return (await json(answer)) as Envelope;
}

const forged = { 'x-forwarded-for': '203.0.113.7' };

test("a forwarded address counts on the proxy's own socket, and from no program that comes by the port", async () => {
  for (const [way, ip] of [
    ['socket', '203.0.113.7'],
    ['port', '127.0.0.1'],
  ] as const) {
    const user = await makeUser(api);
    const { data } = await call(way, '/auth', forged, loginBody(user.nickname));
    const sessions = await api.clientWith((data as TokenPair).token).authSessions();
    expect(sessions.map((session) => session.ip).sort()).toEqual(['127.0.0.1', ip]);
  }
});

test('a visitor cannot pose as another: what they claim precedes what the proxy has seen', async () => {
  const user = await makeUser(api);
  const headers = { 'x-forwarded-for': '203.0.113.7, 0.0.0.0, 198.51.100.4' };
  const { data } = await call('socket', '/auth', headers, loginBody(user.nickname));
  const sessions = await api.clientWith((data as TokenPair).token).authSessions();
  expect(sessions.map(({ ip }) => ip)).toContain('198.51.100.4');
});

test.each([{}, { 'x-forwarded-for': 'unknown' }])(
  'a proxy that tells no address is refused, and so it is said: %j',
  async (headers) => {
    await expect(call('socket', '/site/config', headers)).resolves.toMatchObject({
      statusCode: 400,
      error: 'invalid_request',
    });
    expect(logged.filter((line) => line.includes('page.sock without X-Forwarded-For'))).toHaveLength(1);
  },
);

const open = (origin: string) =>
  new WebSocket(`ws+unix://${socketPath}:/api/ws/events`, { headers: { ...forged, origin } });

test('sockets of the page come through, from the page alone', async () => {
  const ours = open('http://realms.example');
  await once(ours, 'open');
  ours.close();
  const [code] = await once(open('https://elsewhere.example'), 'close');
  expect(code).toBe(4403);
});

test('it ends although a proxy keeps its connections', async () => {
  const other = await startTestApi({
    environment: { PAGE_PROXY_FD: String(holdUnix(join(folder, 'other.sock'), { mode: 0o600 }).fd) },
  });
  const asked = request({ socketPath: join(folder, 'other.sock'), path: '/health/live', headers: forged }).end();
  const [answer] = await once(asked, 'response');
  await once(answer.resume(), 'end');
  await expect(other[Symbol.asyncDispose]()).resolves.toBeUndefined();
});
