import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { promptSweep } from '../src/domains/identity/chat/chat-sweep.ts';
import {
  anyTokens,
  askedLogin,
  countSessions,
  latestMessage,
  linkChat,
  makeAsked,
  openLoginSocket,
  refusedLogin,
  withSandbox,
} from './chat-people.ts';
import { makeUser } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: withSandbox });
});
afterAll(() => api[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);

const endOf = (challengeId: string) => openLoginSocket(api, challengeId).ended;
const unknown = { said: null, code: 4404 };

// /api/ws/verification, where the page waits for the second step.

test('may drop and come again, while the answer is awaited and when it is there', async () => {
  const { login } = await makeAsked(api);
  const first = openLoginSocket(api, login.track_id);
  await first.opened;
  first.socket.terminate();
  await first.ended;
  const second = openLoginSocket(api, login.track_id);
  await second.opened;
  second.socket.terminate();
  await second.ended;
  await login.approve();
  await expect(endOf(login.track_id)).resolves.toEqual({ said: anyTokens, code: 1000 });
  await expect(endOf(login.track_id)).resolves.toEqual(unknown);
});

test('has a minute to come again after a yes at the last moment', async () => {
  const { user, login } = await makeAsked(api);
  await sql("update login_challenges set expires_at = now() + interval '30 s' where user_id = $1", [user.id]);
  await login.approve();
  const [row] = await sql(
    "select expires_at > now() + interval '50 s' as later from login_challenges where user_id = $1",
    [user.id],
  );
  expect(row).toEqual({ later: true });
});

test('of 50 for one approved login one is given tokens', async () => {
  const { user, login } = await makeAsked(api);
  const before = await countSessions(api, user.id);
  const waiting = Array.from({ length: 25 }, () => openLoginSocket(api, login.track_id));
  await Promise.all(waiting.map(({ opened }) => opened));
  await login.approve();
  const late = Array.from({ length: 25 }, () => openLoginSocket(api, login.track_id));
  const ends = await Promise.all([...waiting, ...late].map(({ ended }) => ended));
  expect(ends.filter(({ code }) => code === 1000)).toEqual([{ said: anyTokens, code: 1000 }]);
  expect(ends.filter(({ code }) => code === 4404)).toHaveLength(49);
  await expect(countSessions(api, user.id)).resolves.toBe(before + 1);
});

test('is told when the time is over, also later; then the answer counts no more, and the message says so', async () => {
  const { user, account, login } = await makeAsked(api);
  await sql("update login_challenges set expires_at = now() + interval '300 ms' where user_id = $1", [user.id]);
  await expect(endOf(login.track_id)).resolves.toEqual(refusedLogin('login_expired'));
  await expect(endOf(login.track_id)).resolves.toEqual(refusedLogin('login_expired'));

  await sql('update chat_prompts set timeout_at = now() where user_id = $1', [user.id]);
  await expect(login.approve()).resolves.toContain('can no longer be answered');
  await promptSweep(api.app.ctx);
  await expect(latestMessage(api, account)).resolves.toMatchObject({
    id: login.message.id,
    content: 'Nobody answered in time. Nothing was changed.',
    components: [],
  });
  await expect(sql('select status, selected from chat_prompts where user_id = $1', [user.id])).resolves.toEqual([
    { status: 'TIMEOUT', selected: null },
  ]);
});

test('an approved login that nobody came for in time gives no tokens', async () => {
  const { user, login } = await makeAsked(api);
  await login.approve();
  await sql('update login_challenges set expires_at = now() where user_id = $1', [user.id]);
  await expect(endOf(login.track_id)).resolves.toEqual(refusedLogin('login_expired'));
});

test('knows no challenge id that was guessed, and no page of another origin', async () => {
  const { login } = await makeAsked(api);
  await expect(endOf(randomBytes(32).toString('base64url'))).resolves.toEqual(unknown);
  await expect(endOf(`${login.track_id.slice(0, -2)}AA`)).resolves.toEqual(unknown);
  await expect(endOf(`${login.track_id}x`)).resolves.toEqual(unknown);
  await expect(endOf('')).resolves.toEqual(unknown);
  const foreign = openLoginSocket(api, login.track_id, { origin: 'https://elsewhere.example' });
  await expect(foreign.ended).resolves.toEqual({ said: null, code: 4403 });
  const own = openLoginSocket(api, login.track_id, { origin: api.config.publicUrl });
  await login.approve();
  await expect(own.ended).resolves.toEqual({ said: anyTokens, code: 1000 });
});

test('hears of an answer while the database was out of reach', async () => {
  const { login: next } = await makeAsked(api);
  const { opened, ended } = openLoginSocket(api, next.track_id);
  await opened;
  await sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
  );
  await next.approve();
  await expect(ended).resolves.toEqual({ said: anyTokens, code: 1000 });
});

test('the sockets of one address have a limit', async () => {
  await using strict = await startTestApi({ environment: { ...withSandbox, SOCKETS_PER_ADDRESS: '1' } });
  const user = await makeUser(strict);
  const login = await askedLogin(strict, user, await linkChat(strict, user));
  const first = openLoginSocket(strict, login.track_id);
  await first.opened;
  await expect(openLoginSocket(strict, login.track_id).ended).resolves.toEqual({ said: null, code: 4429 });
  first.socket.close();
  await once(first.socket, 'close');
});
