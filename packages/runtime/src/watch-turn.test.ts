import { once } from 'node:events';
import { type ClientRequest, createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Turn, watchTurn } from './watch-turn.ts';

const turn: Turn = { silenceMs: 100, longestMs: 300 };
const late = new Error('late');

let servers: Server[] = [];
let timers: NodeJS.Timeout[] = [];

afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Each few milliseconds, for as long as a test lasts. */
function often(task: () => void): void {
  timers.push(setInterval(task, 10));
}

async function callTo(listener: RequestListener, change: Partial<Turn> = {}): Promise<ClientRequest> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const call = request({ port, host: '127.0.0.1', method: 'POST', agent: false });
  watchTurn(call, { ...turn, ...change }, () => late);
  return call;
}

/** What the call, or its answer, ends with. */
async function end(call: ClientRequest): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  call.on('error', resolve);
  call.on('response', (response) =>
    response
      .on('error', resolve)
      .once('end', () => resolve(null))
      .resume(),
  );
  return promise;
}

/** Resolves when a call that begins now, and has twice the time, is late. */
async function anotherIsLate(): Promise<void> {
  const call = await callTo(() => undefined, { silenceMs: 2 * turn.longestMs, longestMs: 2 * turn.longestMs });
  const ended = end(call);
  call.end('[]');
  expect(await ended).toBe(late);
}

test.each<[string, RequestListener]>([
  ['says nothing', () => undefined],
  ['beats without an answer', (_, response) => often(() => response.writeProcessing())],
  ['answers in single bytes', (_, response) => often(() => response.write('.'))],
  [
    'floods what is no answer',
    (_, response) => often(() => Array.from({ length: 500 }, () => response.writeProcessing())),
  ],
])('a side that %s is late', async (_, listener) => {
  const call = await callTo(listener);
  const ended = end(call);
  call.end('[]');
  expect(await ended).toBe(late);
});

test('a side that takes nothing of what it is sent is late, whatever it says meanwhile', async () => {
  const call = await callTo((_, response) => often(() => response.writeProcessing()));
  const ended = end(call);
  const piece = Buffer.alloc(1024 * 1024);
  for (let pieces = 0; pieces < 16; pieces += 1) call.write(piece);
  expect(await ended).toBe(late);
});

test('bytes give more time, and an endless answer, or one that bytes follow both ways, has all of it', async () => {
  const piece = Buffer.alloc(64 * 1024);
  for (const [change, bytes] of [
    [{}, piece],
    [{ isEndless: true }, '.'],
  ] as const) {
    const call = await callTo((_, response) => {
      often(() => response.write(bytes));
      setTimeout(() => response.end(), 3 * turn.longestMs);
    }, change);
    const ended = end(call);
    call.end('[]');
    expect(await ended).toBeNull();
    for (const timer of timers.splice(0)) clearInterval(timer);
  }
  const call = await callTo((_, response) => response.writeHead(200).flushHeaders(), { isExchange: true });
  call.flushHeaders();
  const [response] = (await once(call, 'response')) as [NodeJS.ReadableStream];
  await anotherIsLate();
  expect(response.readable).toBe(true);
  call.destroy();
});

test('nobody is late while they are not asked, or not read', async () => {
  const call = await callTo((asked, response) => {
    asked.resume();
    response.flushHeaders();
    asked.once('end', () => response.end(Buffer.alloc(8 * 1024 * 1024)));
  });
  call.flushHeaders();
  const [response] = (await once(call, 'response')) as [NodeJS.ReadableStream];
  response.once('error', () => undefined);
  call.end('at last');
  await once(response, 'readable');
  await anotherIsLate();
  expect(response.readable).toBe(true);
  response.resume();
  await once(response, 'end');
});
