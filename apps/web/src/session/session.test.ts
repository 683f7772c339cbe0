import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createClient } from '@realmkeep/contract/client';
import { scopes } from '@realmkeep/contract/scopes';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { type AuthServer, startAuthServer, tokenPair } from '../../test/auth-server.ts';
import { MemoryStorage } from '../../test/memory-storage.ts';
import { createSession, type Session } from './session.ts';
import { createSessionState } from './session-state.ts';
import { isExpired, writeTokens } from './tokens.ts';
import { awaitAnswer } from './verification.ts';

const past = new Date(Date.now() - 1000);

let server: AuthServer;
let storage: MemoryStorage;
let ended = 0;
/** Where verifications are followed, and the sockets that have come there. */
let verifications: WebSocketServer;
let sockets: ServerSocket[] = [];
/** For whom the verification has begun. */
let verifying: string[] = [];

beforeEach(async () => {
  verifications = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(verifications, 'listening');
  sockets = [];
  verifications.on('connection', (socket) => sockets.push(socket));
  verifying = [];
  server = await startAuthServer(() => ({ data: tokenPair(2) }));
  storage = new MemoryStorage();
  ended = 0;
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  for (const client of verifications.clients) client.terminate();
  verifications.close();
});

/** A tab: several over one storage are one browser. */
function openTab(): Session {
  const api = createClient({ baseUrl: server.baseUrl, token: async () => null });
  return createSession({
    api,
    storage,
    state: createSessionState(storage),
    locks: navigator.locks,
    awaitAnswer: (waiting) =>
      awaitAnswer(waiting, `ws://127.0.0.1:${(verifications.address() as AddressInfo).port}/`, 5),
    onVerifying: (username) => verifying.push(username),
    onEnded: () => {
      ended += 1;
    },
  });
}

const stored = () => ['token', 'refresh_token', 'expire'].map((key) => storage.getItem(key));

test('logging in says who asks and for what, and stores the three values', async () => {
  const session = openTab();
  const busy: string[] = [];
  session.state.subscribe(() => busy.push(session.state.get().busy.join()));
  await expect(session.login('Steve', 'secret1')).resolves.toEqual({ ok: true, code: null });
  expect(server.asked).toEqual([
    {
      call: 'POST /api/auth',
      body: { username: 'Steve', user_password: 'secret1', token_name: 'Realmkeep website', scopes },
      authorization: undefined,
    },
  ]);
  expect(stored()).toEqual(Object.values(tokenPair(2)).map((value) => expect.stringContaining(value.slice(0, 7))));
  expect(session.state.get()).toMatchObject({ isLoggedIn: true, busy: [] });
  expect(busy).toContain('logging-in');
});

test('a failed login stores nothing and leaves the error to be shown', async () => {
  server.answer = () => ({ status: 401, error: 'login_invalid', message: 'Invalid username or password' });
  const session = openTab();
  await expect(session.login('Steve', 'wrong')).resolves.toEqual({ ok: false, code: 'login_invalid' });
  expect(session.state.get().isLoggedIn).toBe(false);
  expect(session.takeNotices()).toMatchObject([{ kind: 'failed', call: 'login', error: { status: 401 } }]);
  expect(session.takeNotices()).toEqual([]);
});

const arrival = (count: number) =>
  vi.waitFor(
    () => {
      expect(sockets.length).toBeGreaterThanOrEqual(count);
      return sockets[count - 1] as ServerSocket;
    },
    { timeout: 20_000 },
  );
const isVerifying = (session: Session) => session.state.get().busy.includes('verifying');

describe('with a second step', () => {
  const challenge = { track_id: 'the-track', match: '47', expires: new Date(Date.now() + 180_000).toISOString() };
  beforeEach(() => {
    server.answer = () => ({ data: challenge });
  });

  test('logging in waits for the tokens, with the number to be seen and the track nowhere', async () => {
    const session = openTab();
    const login = session.login('Steve', 'secret1');
    const socket = await arrival(1);
    expect(session.state.get()).toMatchObject({
      isLoggedIn: false,
      busy: ['verifying'],
      verification: { username: 'Steve', match: '47', expires: challenge.expires, lost: false, error: null },
    });
    expect(verifying).toEqual(['Steve']);
    expect(JSON.stringify(session.state.get())).not.toContain('the-track');
    expect(stored()).toEqual([null, null, null]);

    socket.send(JSON.stringify(tokenPair(5)));
    await expect(login).resolves.toEqual({ ok: true, code: null });
    expect(session.state.get()).toMatchObject({ isLoggedIn: true, busy: [] });
    expect(stored()[0]).toBe('token-5');
    expect(storage.length).toBe(3);
    expect(session.takeNotices()).toEqual([]);
  });

  test('a rejection stores nothing and is told', async () => {
    const session = openTab();
    const login = session.login('Steve', 'secret1');
    (await arrival(1)).send(JSON.stringify({ error: 'login_rejected', message: 'No' }));
    await expect(login).resolves.toEqual({ ok: false, code: 'login_rejected' });
    expect(session.state.get()).toMatchObject({
      isLoggedIn: false,
      busy: [],
      verification: { error: { code: 'login_rejected' } },
    });
    expect(session.takeNotices()).toMatchObject([{ kind: 'failed', call: 'login', error: { status: 403 } }]);
    expect(stored()).toEqual([null, null, null]);
  });

  test('a lost connection shows, and the answer is heard all the same', async () => {
    const session = openTab();
    const lost: unknown[] = [];
    session.state.subscribe(() => lost.push(session.state.get().verification?.lost));
    const login = session.login('Steve', 'secret1');
    (await arrival(1)).terminate();
    (await arrival(2)).send(JSON.stringify(tokenPair(6)));
    await expect(login).resolves.toMatchObject({ ok: true });
    expect(lost).toContain(true);
  });

  test('who stops waiting hears no more of it', async () => {
    const session = openTab();
    const login = session.login('Steve', 'secret1');
    const closed = once(await arrival(1), 'close');
    session.stopVerifying();
    await expect(login).resolves.toEqual({ ok: false, code: null });
    await closed;
    expect(isVerifying(session)).toBe(false);
    expect(session.takeNotices()).toEqual([]);
    // Nor does the server: a yes to the message would open a session for nobody.
    await expect
      .poll(() => server.asked.at(-1))
      .toMatchObject({ call: 'DELETE /api/auth', body: { track_id: 'the-track' } });
  });

  test('logging in again takes the place of the step before', async () => {
    const session = openTab();
    const first = session.login('Steve', 'secret1');
    await arrival(1);
    const second = session.login('Alex', 'secret1');
    const socket = await arrival(2);
    await expect(first).resolves.toMatchObject({ ok: false });
    expect(session.state.get().verification).toMatchObject({ username: 'Alex', error: null });
    expect(isVerifying(session)).toBe(true);
    socket.send(JSON.stringify(tokenPair(8)));
    await expect(second).resolves.toMatchObject({ ok: true });
  });
});

test('one token alone is no login', () => {
  storage.setItem('token', 'token-1');
  expect(openTab().state.get().isLoggedIn).toBe(false);
  storage.setItem('refresh_token', 'refresh-1');
  expect(openTab().state.get().isLoggedIn).toBe(true);
});

test('a token has expired at its time, not only after it', () => {
  const pair = tokenPair(1);
  const at = Date.parse(pair.expire);
  expect([at - 1, at, at + 1].map((now) => isExpired(pair, now))).toEqual([false, true, true]);
  expect(isExpired({ ...pair, expire: 'soon' }, 0)).toBe(true);
});

test('a good token is used as it is, an expired one is refreshed first', async () => {
  writeTokens(storage, tokenPair(1));
  await expect(openTab().accessToken()).resolves.toBe('token-1');
  expect(server.asked).toEqual([]);

  writeTokens(storage, tokenPair(1, past));
  await expect(openTab().accessToken()).resolves.toBe('token-2');
  expect(server.asked).toMatchObject([
    { call: 'POST /api/auth/refresh', body: { token: 'token-1', refresh_token: 'refresh-1' } },
  ]);
});

test('many calls in three tabs refresh once', async () => {
  writeTokens(storage, tokenPair(1, past));
  const tabs = [openTab(), openTab(), openTab()];
  const tokens = await Promise.all(tabs.flatMap((tab) => [tab.accessToken(), tab.accessToken(), tab.accessToken()]));
  expect(new Set(tokens)).toEqual(new Set(['token-2']));
  expect(server.asked).toHaveLength(1);
});

test('without locks the calls of one tab refresh once', async () => {
  writeTokens(storage, tokenPair(1, past));
  const api = createClient({ baseUrl: server.baseUrl, token: async () => null });
  const session = createSession({
    api,
    storage,
    state: createSessionState(storage),
    locks: undefined,
    awaitAnswer: () => Promise.reject(new Error('nobody logs in here')),
    onVerifying: () => {},
    onEnded: () => {},
  });
  await Promise.all([session.accessToken(), session.accessToken()]);
  expect(server.asked).toHaveLength(1);
});

test.each([
  [401, 'refresh_token_invalid', false],
  [403, 'account_blocked', true],
] as const)('a refresh that is refused with %i clears the session and says so once', async (status, error, blocked) => {
  server.answer = () => ({ status, error });
  writeTokens(storage, tokenPair(1, past));
  const session = openTab();
  const calls = await Promise.allSettled([session.accessToken(), session.accessToken()]);
  expect(calls.map((settled) => settled.status)).toEqual(['rejected', 'rejected']);
  expect(stored()).toEqual([null, null, null]);
  expect(session.state.get().isLoggedIn).toBe(false);
  expect(ended).toBe(1);
  expect(session.takeNotices()).toEqual([{ kind: 'ended', blocked }]);
  await expect(session.accessToken()).resolves.toBeNull();
});

test('a refresh that is refused because another browser tab was quicker takes over what that one has', async () => {
  server.answer = () => {
    writeTokens(storage, tokenPair(7));
    return { status: 401, error: 'refresh_token_invalid' };
  };
  writeTokens(storage, tokenPair(1, past));
  await expect(openTab().accessToken()).resolves.toBe('token-7');
  expect(ended).toBe(0);
});

test('a refresh that fails otherwise keeps the session', async () => {
  server.answer = () => ({ status: 500, error: 'internal_error' });
  writeTokens(storage, tokenPair(1, past));
  const session = openTab();
  await expect(session.accessToken()).rejects.toMatchObject({ status: 500 });
  expect(session.state.get().isLoggedIn).toBe(true);

  server.answer = () => ({ data: tokenPair(3) });
  await expect(session.accessToken()).resolves.toBe('token-3');
});

test('a refresh needs both tokens, and data', async () => {
  const session = openTab();
  await expect(session.refresh()).rejects.toThrow('No access token');
  storage.setItem('token', 'token-1');
  await expect(session.refresh()).rejects.toThrow('No refresh token');
  expect(server.asked).toEqual([]);

  writeTokens(storage, tokenPair(1));
  server.answer = () => ({ data: null });
  const before = stored();
  await expect(session.refresh()).rejects.toThrow('Refresh token failed no auth data recieved');
  expect(server.asked).toMatchObject([{ body: { token: 'token-1', refresh_token: 'refresh-1' } }]);
  expect(stored()).toEqual(before);
  expect(session.state.get().isLoggedIn).toBe(true);
});

test('tokens that come after a logout are not kept', async () => {
  writeTokens(storage, tokenPair(1, past));
  const session = openTab();
  server.answer = ({ call }) => {
    if (call === 'PATCH /api/auth') return {};
    return session.logout().then(() => ({ data: tokenPair(2) }));
  };
  await expect(session.accessToken()).resolves.toBeNull();
  expect(stored()).toEqual([null, null, null]);
});

test('logging out forgets here first and then tells the server', async () => {
  writeTokens(storage, tokenPair(1));
  const session = openTab();
  let storedMeanwhile: unknown;
  server.answer = () => {
    storedMeanwhile = [...stored(), session.state.get().isLoggedIn];
    return {};
  };
  await expect(session.logout()).resolves.toEqual({ ok: true, code: null });
  expect(storedMeanwhile).toEqual([null, null, null, false]);
  expect(server.asked).toMatchObject([
    { call: 'PATCH /api/auth', body: { token: 'token-1', refresh_token: 'refresh-1' } },
  ]);
});

test('logging out of a server that does not answer fails, and is forgotten here all the same', async () => {
  writeTokens(storage, tokenPair(1));
  const session = openTab();
  await server[Symbol.asyncDispose]();
  await expect(session.logout()).resolves.toEqual({ ok: false, code: null });
  expect(stored()).toEqual([null, null, null]);
  expect(session.takeNotices()).toMatchObject([
    { kind: 'failed', call: 'logout', error: { type: 'network', message: 'Network Error' } },
  ]);
});

test('a tab follows what another stores', () => {
  const session = openTab();
  writeTokens(storage, tokenPair(1));
  session.followEvent({ key: 'theme' });
  expect(session.state.get().isLoggedIn).toBe(false);
  session.followEvent({ key: 'refresh_token' });
  expect(session.state.get().isLoggedIn).toBe(true);
  storage.clear();
  session.followEvent({ key: null });
  expect(session.state.get().isLoggedIn).toBe(false);
});

test('registering sends no referrer as null, with the language', async () => {
  server.answer = () => ({ status: 201 });
  const session = openTab();
  const registration = { username: 'Alex', password: 'secret1', referrer: null, language: 'pl' } as const;
  await expect(session.register(registration)).resolves.toEqual({ ok: true, code: null });
  expect(server.asked[0]?.body).toEqual({
    username: 'Alex',
    password: 'secret1',
    referrer_username: null,
    language: 'pl',
  });
  expect(session.takeNotices()).toEqual([{ kind: 'registered' }]);
});

test('new tokens in the place of those held are taken over, and no refresh happens meanwhile', async () => {
  writeTokens(storage, tokenPair(1));
  const session = openTab();
  const other = openTab();
  const order: string[] = [];
  server.answer = () => {
    order.push('refreshed');
    return { data: tokenPair(4) };
  };
  let refreshing: Promise<void> | undefined;
  await session.exchange(async () => {
    // Another tab wants to refresh: it waits, and finds the work done.
    order.push('asked');
    refreshing = other.refresh();
    await Promise.resolve();
    order.push('answered');
    return tokenPair(3);
  });
  await refreshing;
  expect(order).toEqual(['asked', 'answered']);
  expect(stored()[0]).toBe('token-3');
  await expect(Promise.all([session.accessToken(), other.accessToken()])).resolves.toEqual(['token-3', 'token-3']);
});

test('before the tokens are exchanged, one that is about to expire is refreshed', async () => {
  writeTokens(storage, tokenPair(1, new Date(Date.now() + 5000)));
  const session = openTab();
  let used: string | null = null;
  await session.exchange(async () => {
    used = await session.accessToken();
    return tokenPair(3);
  });
  expect(used).toBe('token-2');
  expect(stored()[0]).toBe('token-3');
});

test('an exchange that is refused keeps the tokens', async () => {
  writeTokens(storage, tokenPair(1));
  const session = openTab();
  await expect(session.exchange(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(stored()[0]).toBe('token-1');
  expect(session.hasGoodToken()).toBe(true);
});
