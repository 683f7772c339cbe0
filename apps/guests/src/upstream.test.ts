import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { connectUpstream } from './upstream.ts';

test('a server that does not say whether it has TLS is left, and may break off later', async () => {
  const left = Promise.withResolvers<void>();
  await using server = createServer((socket) => {
    socket.on('error', () => undefined).on('close', () => left.resolve());
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(connectUpstream(`postgres://127.0.0.1:${port}/one?sslmode=require`)).rejects.toThrow('aborted');
  await left.promise;
});
