import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { CountedAnswer } from './answer-in-turn.ts';
import { capConnections } from './connection-cap.ts';
import { CountedRequest } from './counted-request.ts';

const asking = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

async function serve({ all = 8, ofNetwork = 100, unreadBytes = 1e9, answer = Buffer.from('hello') }) {
  const callers: (string | undefined)[] = [];
  const server = createServer(
    { IncomingMessage: CountedRequest, ServerResponse: CountedAnswer },
    (request, response) => {
      callers.push(request.socket.remoteAddress);
      if (request.url === '/') response.end(answer);
    },
  );
  capConnections(server, { all, ofNetwork, unreadBytes }, []);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(
    () => server.closeAllConnections(),
    () => void server.close(),
  );
  const { port } = server.address() as AddressInfo;
  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_fault, count) => resolve(count)));
  const dial = async (from: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined);
    ends.push(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { dial, connections, port, callers };
}

async function ask(socket: Socket): Promise<string> {
  socket.write(asking);
  const [piece] = (await once(socket, 'data')) as [Buffer];
  return piece.toString();
}

test('where every place is taken those of the wide network with most give way, the idle for longest first', async () => {
  const { dial } = await serve({});
  const visitor = await dial('127.0.9.1');
  expect(await ask(visitor)).toMatch(/hello$/);
  const silent = await Promise.all([1, 2, 3, 4, 5].map((n) => dial(`127.0.7.${n}`)));
  // These two are at work, on answers that do not come.
  const busy = await Promise.all([6, 7].map((n) => dial(`127.0.7.${n}`)));
  for (const socket of busy) socket.write(asking.replace('/', '/never'));
  const gone = silent.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve)));
  for (const n of [1, 2, 3]) expect(await ask(await dial(`127.0.${n}.1`))).toMatch(/hello$/);
  await Promise.all(gone.slice(0, 3));
  expect(await ask(visitor)).toMatch(/hello$/);
  expect([...silent.slice(3), ...busy].map(({ destroyed }) => destroyed)).toEqual([false, false, false, false]);
});

test('of a connection that was reset before it was accepted nothing is answered', async () => {
  const { dial, port, callers } = await serve({});
  const program = `const socket = require('node:net').connect(${port}, '127.0.0.1', () =>
    socket.write(${JSON.stringify(asking)}, () => socket.resetAndDestroy()));`;
  // Nobody accepts meanwhile.
  execFileSync(process.execPath, ['-e', program]);
  expect(await ask(await dial('127.0.0.1'))).toMatch(/hello$/);
  expect(callers).toEqual(['127.0.0.1']);
});

const floods = [
  ['requests', asking.replace('/', '/never').repeat(100)],
  ['pieces', `${asking.trimEnd()}\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(1_000)}`],
] as const;
test.for(floods)('a network that sends too many %s again and again is kept out for a minute', async ([, flood]) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  ends.push(() => void vi.useRealTimers());
  const { dial } = await serve({ all: 100 });
  const neighbour = await dial('127.0.7.1');
  for (let n = 0; n < 10; n += 1) {
    const socket = await dial('127.0.7.1');
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    socket.write(flood);
    await closed;
  }
  const refused = async (): Promise<boolean> => {
    const socket = await dial('127.0.7.1');
    socket.write(asking);
    return new Promise((resolve) => {
      socket.once('close', () => resolve(true)).once('data', () => resolve(false));
    });
  };
  expect(await refused()).toBe(true);
  expect(await ask(await dial('127.0.9.1'))).toMatch(/hello$/);
  expect(await ask(neighbour)).toMatch(/hello$/);
  vi.advanceTimersByTime(60_000);
  expect(await refused()).toBe(false);
});

test('what nobody reads has an end over all connections: those of who leaves most end', async () => {
  const size = 16 * 1024 * 1024;
  const { dial, connections } = await serve({ unreadBytes: 24 * 1024 * 1024, answer: Buffer.alloc(size) });
  const slow = await dial('127.0.9.1');
  const hoarders = await Promise.all([1, 2, 3, 4].map((n) => dial(`127.0.7.${n}`)));
  await expect.poll(connections).toBe(5);
  for (const socket of [slow, ...hoarders]) socket.write(asking);
  await expect.poll(connections).toBeLessThan(5);
  let read = 0;
  for await (const piece of slow as AsyncIterable<Buffer>) {
    read += piece.length;
    if (read > size) break;
  }
  expect(read).toBeGreaterThan(size);
});
