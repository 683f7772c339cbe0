import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askedLogin, linkChat, openLoginSocket, withSandbox } from './chat-people.ts';
import { closeCode, enterEvents } from './event-sockets.ts';
import { logIn, makeUser, type TestUser } from './people.ts';
import { type ApiPair, startApiPair } from './start-api-pair.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { runSql } from '@realmkeep/testkit/sql';

let pair: ApiPair;
let api: TestApi;
let other: TestApi;
beforeAll(async () => {
  pair = await startApiPair();
  ({ one: api, other } = pair);
});
afterAll(() => pair[Symbol.asyncDispose]());

const ended = { status: 401, code: 'unauthorized' };
/** The close codes of a session's sockets in both processes. */
const endedCodes = [4401, 4401];

/** Logs in once more, with a socket in each process. */
async function logInWithSockets(user: TestUser) {
  const tokens = await logIn(api, user.nickname);
  const sockets = await Promise.all([enterEvents(api, tokens.token), enterEvents(other, tokens.token)]);
  return {
    tokens,
    client: api.clientWith(tokens.token),
    isOpen: () => sockets.every(({ socket }) => socket.readyState === socket.OPEN),
    closed: Promise.all(sockets.map(({ socket }) => closeCode(socket))),
  };
}

describe('the list of sessions', () => {
  test('tells name, address, browser and last use, the last used first, and which is the caller’s', async () => {
    const user = await makeUser(api);
    const response = await fetch(`${api.url}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
      body: JSON.stringify({ username: user.nickname, user_password: 'a good password', token_name: 'Łódź' }),
    });
    const { token } = ((await response.json()) as { data: { token: string } }).data;
    const [latest, first, ...more] = await api.clientWith(token).authSessions();
    expect(more).toEqual([]);
    expect(latest).toMatchObject({ token_name: 'Łódź', user_agent: 'Mozilla/5.0 Firefox/140.0', current: true });
    expect(latest?.ip).toBe('127.0.0.1');
    expect(first).toMatchObject({ token_name: 'test', current: false });
    expect(Date.parse(latest?.last_used_at ?? '')).toBeGreaterThan(Date.now() - 60_000);

    await api.anonymous.authRefresh({ body: user.tokens });
    await expect(user.client.authSessions()).resolves.toMatchObject([{ id: first?.id }, { id: latest?.id }]);
  });

  test('tells nothing of another account’s, nor of one that has ended', async () => {
    const [user, stranger] = [await makeUser(api), await makeUser(api)];
    const second = await logIn(api, user.nickname);
    await api.anonymous.authLogout({ body: second });
    await expect(user.client.authSessions()).resolves.toHaveLength(1);
    await expect(stranger.client.authSessions()).resolves.toHaveLength(1);
    await logIn(api, user.nickname, { token_name: 'unused' });
    const aged = "update sessions set last_used_at = now() - interval '31 days' where token_name = 'unused'";
    await runSql(api.config.databaseUrl, aged);
    await expect(user.client.authSessions()).resolves.toHaveLength(1);
    await runSql(api.config.databaseUrl, 'update sessions set ends_at = now() where user_id = $1', [stranger.id]);
    await expect.poll(() => stranger.client.authSessions().catch((error: unknown) => error)).toMatchObject(ended);
  });

  test('holds a hundred: one more ends the one that was used longest ago', async () => {
    const user = await makeUser(api);
    await runSql(
      api.config.databaseUrl,
      `insert into sessions (user_id, token_name, scopes, ip, user_agent, ends_at)
       select $1, 'more', '{}', '127.0.0.1', '', now() + interval '1 day' from generate_series(1, 99)`,
      [user.id],
    );
    const { client } = await logInWithSockets(user);
    await expect(client.authSessions()).resolves.toHaveLength(100);
    await expect.poll(() => user.client.userMe().catch((error: unknown) => error)).toMatchObject(ended);
  });
});

describe('ending a session', () => {
  test('closes its sockets in every process, and no other’s', async () => {
    const user = await makeUser(api);
    const [mine, second] = [await logInWithSockets(user), await logInWithSockets(user)];
    const id = (await second.client.authSessions()).find((session) => session.current)?.id ?? '';
    await mine.client.authSessionEnd({ params: { id } });
    await expect(second.closed).resolves.toEqual(endedCodes);
    expect(mine.isOpen()).toBe(true);
    await expect(second.client.userMe()).rejects.toMatchObject(ended);
    await expect(other.clientWith(second.tokens.token).userMe()).rejects.toMatchObject(ended);
    await expect(api.anonymous.authRefresh({ body: second.tokens })).rejects.toMatchObject({
      code: 'refresh_token_invalid',
    });
    await expect(mine.client.authSessionEnd({ params: { id } })).rejects.toMatchObject({
      status: 404,
      code: 'session_unknown',
    });
  });

  test('is for the account’s own', async () => {
    const [user, stranger] = [await makeUser(api), await makeUser(api)];
    const id = (await user.client.authSessions())[0]?.id ?? '';
    const unknown = { status: 404, code: 'session_unknown' };
    await expect(stranger.client.authSessionEnd({ params: { id } })).rejects.toMatchObject(unknown);
    await expect(stranger.client.authSessionEnd({ params: { id: randomUUID() } })).rejects.toMatchObject(unknown);
    await expect(user.client.userMe()).resolves.toMatchObject({ id: user.id });
  });

  test('everywhere leaves the caller’s alone', async () => {
    const user = await makeUser(api);
    const [mine, second] = [await logInWithSockets(user), await logInWithSockets(user)];
    await mine.client.authSessionsEnd();
    await expect(second.closed).resolves.toEqual(endedCodes);
    expect(mine.isOpen()).toBe(true);
    await expect(mine.client.authSessions()).resolves.toMatchObject([{ current: true }]);
    await expect.poll(() => user.client.userMe().catch((error: unknown) => error)).toMatchObject(ended);
  });
});

describe('whoever writes it,', () => {
  test('a block ends every session, and they stay ended', async () => {
    const user = await makeUser(api);
    const { tokens, client, closed } = await logInWithSockets(user);
    await runSql(api.config.databaseUrl, 'update users set blocked_at = now() where id = $1', [user.id]);
    await expect(closed).resolves.toEqual(endedCodes);
    const blocked = { status: 403, code: 'account_blocked' };
    await expect(client.userMe()).rejects.toMatchObject(blocked);
    await expect(api.anonymous.authRefresh({ body: tokens })).rejects.toMatchObject(blocked);

    await runSql(api.config.databaseUrl, 'update users set blocked_at = null where id = $1', [user.id]);
    await expect(client.userMe()).rejects.toMatchObject(ended);
    await expect(api.anonymous.authRefresh({ body: tokens })).rejects.toMatchObject({ code: 'refresh_token_invalid' });
    await expect(logIn(api, user.nickname)).resolves.toBeDefined();
  });

  test('a raised token version does too', async () => {
    const user = await makeUser(api);
    const { client, closed } = await logInWithSockets(user);
    const raise = 'update users set token_version = token_version + 1 where id = $1';
    await runSql(api.config.databaseUrl, raise, [user.id]);
    await expect(closed).resolves.toEqual(endedCodes);
    await expect(client.userMe()).rejects.toMatchObject(ended);
  });

  test('a block calls off the login that waits for its second step', async () => {
    await using sandboxed = await startTestApi({ environment: withSandbox });
    const user = await makeUser(sandboxed);
    const login = await askedLogin(sandboxed, user, await linkChat(sandboxed, user));
    const { opened, ended: closed } = openLoginSocket(sandboxed, login.track_id);
    await opened;
    await runSql(sandboxed.config.databaseUrl, 'update users set blocked_at = now() where id = $1', [user.id]);
    await expect(closed).resolves.toMatchObject({ said: { error: expect.any(String) }, code: 1000 });
  });
});

test('once its end is notified no session is good, whatever a query has read before', async () => {
  const { client } = await makeUser(api);
  const [session] = await client.authSessions();
  api.app.ctx.tokenMemory.endSession(session?.id ?? '');
  await expect(client.userMe()).rejects.toMatchObject(ended);
});
