import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { CountedRequest } from './counted-request.ts';

/** A server that says how many bytes of a body it has read, and how many pieces it was given. */
async function serve() {
  let pieces = 0;
  class Watched extends CountedRequest {
    override push(piece: Buffer | null): boolean {
      pieces += 1;
      return super.push(piece);
    }
  }
  const server = Fastify({
    forceCloseConnections: true,
    bodyLimit: 8 * 1024 * 1024,
    http: { IncomingMessage: Watched },
  });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.post<{ Body: Buffer }>('/', async ({ body }) => `[${body.length}]`);
  // Answered before any of the body has come.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.url === '/refused') reply.code(401).send('[0]');
    else done();
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const dial = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
      .setNoDelay()
      .on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  return { dial, pieces: () => pieces, [Symbol.asyncDispose]: () => server.close() };
}

const head = (path: string, length: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\n${length}\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

async function answer(socket: Socket): Promise<string | undefined> {
  const [piece] = (await once(socket, 'data')) as [Buffer];
  return /\[(\d+)\]$/.exec(piece.toString())?.[1];
}

test.for([
  ['a body that is read', '/'],
  ['a body that nobody reads', '/refused'],
])('of thousands of chunks of one byte the first few hundred are read: %s', async ([, path]) => {
  await using server = await serve();
  const socket = await server.dial();
  const closed = new Promise((resolve) => socket.resume().once('close', resolve));
  socket.write(head(path ?? '', chunked) + chunk('a').repeat(100_000));
  await closed;
  expect(server.pieces()).toBeLessThan(300);
});

test('a connection that sends few of them with each of many requests ends too', async () => {
  await using server = await serve();
  const socket = await server.dial();
  const closed = new Promise((resolve) => socket.once('close', () => resolve(null)));
  let answered = 0;
  for (; answered < 50; answered += 1) {
    socket.write(`${head('/', chunked)}${chunk('a').repeat(50)}0\r\n\r\n`);
    if ((await Promise.race([answer(socket), closed])) === null) break;
  }
  expect(answered).toBe(5);
});

test('chunks as clients and networks make them are read, however many there are', async () => {
  await using server = await serve();
  const socket = await server.dial();
  socket.write(head('/', chunked));
  for (let n = 0; n < 20; n += 1) socket.write(chunk('x'.repeat(100)).repeat(50) + chunk('y'));
  socket.write('0\r\n\r\n');
  expect(await answer(socket)).toBe(String(20 * 5_001));
});

test('a kept connection may send any number of short bodies', async () => {
  await using server = await serve();
  const socket = await server.dial();
  for (let n = 0; n < 300; n += 1) {
    socket.write(`${head('/', 'Content-Length: 2')}{}`);
    expect(await answer(socket)).toBe('2');
  }
});

test('a kept connection may go on after a body that nobody has read', async () => {
  await using server = await serve();
  const socket = await server.dial();
  for (let n = 0; n < 3; n += 1) {
    socket.write(head('/refused', 'Content-Length: 100000'));
    expect(await answer(socket)).toBe('0');
    socket.write('x'.repeat(100_000));
    socket.write(`${head('/', 'Content-Length: 2')}{}`);
    expect(await answer(socket)).toBe('2');
  }
});
