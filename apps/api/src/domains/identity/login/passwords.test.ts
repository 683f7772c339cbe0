import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { noteCallerNetwork } from '../../../limits/caller-network.ts';
import { hashPassword } from './passwords.ts';

test('a password does not wait behind all those of another network', async () => {
  await using server = fastify();
  noteCallerNetwork(server);
  server.get('/', () => hashPassword('a good password'));
  let answered = 0;
  const crowd = Array.from({ length: 40 }, async (_, n) => {
    await server.inject({ path: '/', remoteAddress: `127.0.60.${n + 1}` });
    answered += 1;
  });
  const { body } = await server.inject({ path: '/', remoteAddress: '127.0.61.1' });
  expect(body).toMatch(/^\$argon2id\$/);
  // In a single queue all of them would have been.
  expect(answered).toBeLessThan(35);
  await Promise.all(crowd);
});
