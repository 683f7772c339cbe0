import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../src/db/client.ts';
import { makeUser, type TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** One large network makes more calls than the api can serve, over many connections from many addresses. */

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  user = await makeUser(api);
});
afterAll(() => api[Symbol.asyncDispose]());

/** @returns the status of the answer */
async function call(from: string, path: string): Promise<number | undefined> {
  const asked = request({
    host: '127.0.0.1',
    port: api.app.port,
    localAddress: from,
    agent: false,
    path: `/api${path}`,
    headers: { authorization: `Bearer ${user.tokens.token}` },
  });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await buffer(answer);
  return answer.statusCode;
}

const crowd = Array.from({ length: 40 }, (_, n) => `127.0.60.${n + 1}`);

test('queries of one network that do not end leave connections to others', async () => {
  const locker = new DatabaseClient({ connectionString: api.config.databaseUrl });
  await locker.connect();
  await locker.query('begin');
  await locker.query('lock table products in access exclusive mode');
  const search = '/product/search?currency=USD&language=en&size=50&page=0&q=a';
  const answers = crowd.map((from) => call(from, search));
  const waiting = "select count(*)::int as n from pg_locks where not granted and relation = 'products'::regclass";
  await expect.poll(async () => (await locker.query<{ n: number }>(waiting)).rows[0]?.n).toBeGreaterThanOrEqual(6);
  await expect(call('127.0.61.1', '/user/me')).resolves.toBe(200);
  await locker.query('rollback');
  await locker.end();
  // None of the crowd's calls is refused.
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
});
