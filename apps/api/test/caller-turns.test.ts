import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../src/db/client.ts';
import { loginBody, makeUser, type TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** One wide network that asks for more than there is, by many connections of many addresses. */

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  user = await makeUser(api);
});
afterAll(() => api[Symbol.asyncDispose]());

/** @returns the status of the answer */
async function call(from: string, method: 'GET' | 'POST', path: string, body?: object): Promise<number | undefined> {
  const headers = {
    authorization: `Bearer ${user.tokens.token}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  const asked = request({
    host: '127.0.0.1',
    port: api.app.port,
    localAddress: from,
    agent: false,
    path: `/api${path}`,
    method,
    headers,
  });
  asked.end(body && JSON.stringify(body));
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
  const answers = crowd.map((from) => call(from, 'GET', search));
  const waiting = "select count(*)::int as n from pg_locks where not granted and relation = 'products'::regclass";
  await expect.poll(async () => (await locker.query<{ n: number }>(waiting)).rows[0]?.n).toBeGreaterThanOrEqual(6);
  await expect(call('127.0.61.1', 'GET', '/user/me')).resolves.toBe(200);
  await locker.query('rollback');
  await locker.end();
  // Nobody of the crowd is refused for it.
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
});

test('whoever logs in does not wait behind all the log-ins of another network', async () => {
  let answered = 0;
  const logIns = crowd.map(async (from) => {
    await call(from, 'POST', '/auth', loginBody(user.nickname));
    answered += 1;
  });
  await expect(call('127.0.61.1', 'POST', '/auth', loginBody(user.nickname))).resolves.toBe(200);
  expect(answered).toBeLessThan(crowd.length / 2);
  await Promise.all(logIns);
});
