import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteEndedAttempts } from '../src/limits/rate-limit-queries.ts';
import { consumeRateLimit } from '../src/limits/rate-limit.ts';
import { closeCode, openEvents } from './event-sockets.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { runSql } from '@realmkeep/testkit/sql';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const take = (key: string, max = 3) => consumeRateLimit(api.app.ctx.db, { key, max, seconds: 600 });
const limited = { code: 'rate_limited', params: { seconds: expect.any(Number) } };

test('of 50 attempts at once no more get through than are allowed', async () => {
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => take('at once', 7)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(7);
});

test('each key has its own window, which ends', async () => {
  for (let attempts = 0; attempts < 3; attempts += 1) await take('one');
  const refused = await take('one').catch((error: unknown) => error);
  expect(refused).toMatchObject(limited);
  expect(refused).toHaveProperty(
    'params.seconds',
    expect.toSatisfy((seconds: number) => seconds > 590),
  );
  await take('other');
  await runSql(api.config.databaseUrl, 'update attempts set window_ends_at = now()');
  await take('one');
});

test('a lock-out by a clock that stood ahead ends when the clock is right again', async () => {
  for (let attempts = 0; attempts < 3; attempts += 1) await take('ahead');
  const shift = 'update attempts set window_ends_at = window_ends_at + $1::interval where window_ends_at > now()';
  // Adjusting the clock by a few seconds grants no further attempts.
  await runSql(api.config.databaseUrl, shift, ['30 seconds']);
  await expect(take('ahead')).rejects.toMatchObject(limited);
  await runSql(api.config.databaseUrl, shift, ['1 day']);
  for (let attempts = 0; attempts < 3; attempts += 1) await take('ahead');
  await expect(take('ahead')).rejects.toMatchObject(limited);
});

test('a key may be of any length, and is not told to the database', async () => {
  const key = `somebody ${'long '.repeat(20_000)}\0`;
  await take(key);
  const rows = await runSql(api.config.databaseUrl, 'select key from attempts');
  expect(rows.every((row) => /^[0-9a-f]{64}$/.test(String(row['key'])))).toBe(true);
});

test('what was counted in windows that have ended is removed', async () => {
  await take('kept');
  await runSql(
    api.config.databaseUrl,
    "insert into attempts values ('old', 1, now() - interval '1 s'), ('older', 1, now() - interval '1 day')",
  );
  await deleteEndedAttempts(api.app.ctx.db);
  const left = "select count(*)::integer from attempts where window_ends_at <= now() or key like 'old%'";
  await expect(runSql(api.config.databaseUrl, left)).resolves.toEqual([{ count: 0 }]);
});

test('an address has so many sockets open at once, and one that closes makes room', async () => {
  await using strict = await startTestApi({ environment: { SOCKETS_PER_ADDRESS: '1' } });
  const open = openEvents(strict);
  await once(open, 'open');
  await expect(closeCode(openEvents(strict))).resolves.toBe(4429);
  open.close();
  await once(open, 'close');
  // Closed with another code, because its message is not understood: the connection itself was accepted.
  const talk = async () => {
    const socket = openEvents(strict);
    socket.once('open', () => socket.send('hello'));
    return closeCode(socket);
  };
  await expect.poll(talk).toBe(4400);
});
