import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { answerInTurn, CountedAnswer } from './answer-in-turn.ts';

const large = Buffer.alloc(32 * 1024 * 1024);
const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** A server of slow and large answers. */
async function serve(unreadMs = 60_000) {
  const server = Fastify({ forceCloseConnections: true, http: { ServerResponse: CountedAnswer } });
  answerInTurn(server, unreadMs);
  const begun: string[] = [];
  const held: (() => void)[] = [];
  server.get<{ Params: { n: string } }>('/held/:n', async ({ params }) => {
    begun.push(params.n);
    await new Promise<void>((resolve) => void held.push(resolve));
    return params.n;
  });
  server.get('/large', async () => large);
  server.get('/now', async () => 'now');
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const connections = (): Promise<number> =>
    new Promise((resolve) => server.server.getConnections((_fault, count) => resolve(count)));
  const dial = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  let parsed = 0;
  const count = (message: unknown): void =>
    void ((message as { server: unknown }).server === server.server && parsed++);
  subscribe('http.server.request.start', count);
  const close = async (): Promise<void> => {
    unsubscribe('http.server.request.start', count);
    await server.close();
  };
  return { begun, held, port, dial, connections, parsed: () => parsed, [Symbol.asyncDispose]: close };
}

test('requests of one connection are begun one after the other, and all answered', async () => {
  await using server = await serve();
  const socket = await server.dial();
  let answers = '';
  socket.on('data', (piece) => (answers += piece.toString()));
  socket.write([1, 2, 3].map((n) => asking(`/held/${n}`)).join(''));
  for (const n of [1, 2, 3]) {
    await expect.poll(() => server.held.length).toBe(n);
    await (await fetch(`http://127.0.0.1:${server.port}/now`)).text();
    expect(server.begun).toHaveLength(n);
    server.held.at(-1)?.();
  }
  await expect.poll(() => answers.match(/\r\n\r\n\d/g)).toEqual(['1', '2', '3'].map((n) => `\r\n\r\n${n}`));
});

test('what waits on a connection that has gone is never begun', async () => {
  await using server = await serve();
  const socket = await server.dial();
  const closed = once(socket, 'close');
  socket.write([1, 2, 3].map((n) => asking(`/held/${n}`)).join(''));
  await expect.poll(() => server.held.length).toBe(1);
  socket.destroy();
  await closed;
  await (await fetch(`http://127.0.0.1:${server.port}/now`)).text();
  server.held[0]?.();
  const other = await server.dial();
  other.write(asking('/held/other'));
  await expect.poll(() => server.begun).toContain('other');
  expect(server.begun).toEqual(['1', 'other']);
  server.held.at(-1)?.();
});

test('a connection with too many requests under way ends', async () => {
  await using server = await serve();
  const socket = await server.dial();
  const end = new Promise((resolve) => socket.resume().once('close', resolve));
  socket.write(asking('/held/1').repeat(20));
  await end;
  expect(server.begun).toHaveLength(1);
  server.held[0]?.();
});

test.for([
  ['requests', asking('/held/1')],
  ['requests without a Host', 'GET /now HTTP/1.1\r\n\r\n'],
  ['requests that expect what is not', asking('/now').replace('Host', 'Expect: x\r\nHost')],
] as const)('of thousands of %s in one chunk Node begins with ten', async ([, one]) => {
  await using server = await serve();
  const socket = await server.dial();
  const closed = new Promise((resolve) => socket.resume().once('close', resolve));
  socket.write(one.repeat(2_000));
  await closed;
  expect(server.parsed()).toBeLessThanOrEqual(10);
  expect(await (await fetch(`http://127.0.0.1:${server.port}/now`)).text()).toBe('now');
  server.held[0]?.();
});

test('a connection that is asked one thing after the other stays', async () => {
  await using server = await serve();
  const socket = await server.dial();
  for (let n = 0; n < 30; n += 1) {
    socket.write(asking('/now'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/now$/);
  }
});

test('one whose answer nobody reads ends, one that waits for its answer does not', async () => {
  await using server = await serve(200);
  const patient = await server.dial();
  patient.write(asking('/held/1'));
  const silent = await server.dial();
  await expect.poll(() => server.connections()).toBe(2);
  silent.write(asking('/large'));
  // Not a byte is read until it is over.
  await expect.poll(() => server.connections()).toBe(1);
  server.held[0]?.();
  const [answer] = (await once(patient, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
});
