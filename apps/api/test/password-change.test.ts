import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkChat, askedLogin, openLoginSocket, withSandbox } from './chat-people.ts';
import { closeCode, enterEvents } from './event-sockets.ts';
import { logIn, loginBody, makeUser, password } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: withSandbox });
});
afterAll(() => api[Symbol.asyncDispose]());

const changeTo = (newPassword: string, more: Partial<Record<'oldPassword' | 'repeatNewPassword', string>> = {}) => ({
  oldPassword: password,
  newPassword,
  repeatNewPassword: newPassword,
  ...more,
});

test('ends every session, and begins one of the caller’s name and scopes', async () => {
  const { nickname, tokens } = await makeUser(api);
  const scopes = ['USER_ME', 'USER_UPDATE', 'REALM_DATA'] as const;
  const mine = await logIn(api, nickname, { token_name: 'at home', scopes: [...scopes] });
  const sockets = await Promise.all([mine, tokens].map(({ token }) => enterEvents(api, token)));
  const closed = Promise.all(sockets.map(({ socket }) => closeCode(socket)));

  const next = await api.clientWith(mine.token).userPasswordChange({ body: changeTo('another one') });
  await expect(closed).resolves.toEqual([4401, 4401]);

  for (const old of [mine, tokens]) {
    await expect(api.clientWith(old.token).userMe()).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    await expect(api.anonymous.authRefresh({ body: old })).rejects.toMatchObject({ code: 'refresh_token_invalid' });
  }
  const client = api.clientWith(next.token);
  await expect(client.authSessions()).resolves.toMatchObject([{ token_name: 'at home', current: true }]);
  await expect(client.realmPossibility()).rejects.toMatchObject({ code: 'forbidden' });
  await expect(api.anonymous.authRefresh({ body: next })).resolves.toBeDefined();
  const { socket } = await enterEvents(api, next.token);
  expect(socket.readyState).toBe(socket.OPEN);

  await expect(logIn(api, nickname)).rejects.toMatchObject({ code: 'login_invalid' });
  await expect(logIn(api, nickname, { user_password: 'another one' })).resolves.toBeDefined();
});

test.each([
  ['another old password', changeTo('another one', { oldPassword: 'not my password' })],
  ['no old password', changeTo('another one', { oldPassword: '' })],
  ['another repetition', changeTo('another one', { repeatNewPassword: 'another two' })],
])('%s changes nothing', async (_what, body) => {
  const { client, nickname } = await makeUser(api);
  const refused = client.userPasswordChange({ body });
  await expect(refused).rejects.toMatchObject({ status: 400, code: 'password_change_invalid' });
  await expect(client.userMe()).resolves.toMatchObject({ nickname });
  await expect(logIn(api, nickname)).resolves.toBeDefined();
});

test('a new password that is too short is refused, and not repeated', async () => {
  const { client } = await makeUser(api);
  const refused = client.userPasswordChange({ body: changeTo('12345') });
  await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
  await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('12345') });
});

test('of ten changes at once one is made, and its session is the only one', async () => {
  const { client, nickname } = await makeUser(api);
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, number) => client.userPasswordChange({ body: changeTo(`another ${number}`) })),
  );
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(made).toHaveLength(1);
  await expect(api.clientWith(made[0]?.token ?? '').authSessions()).resolves.toHaveLength(1);
  const number = results.findIndex((result) => result.status === 'fulfilled');
  await expect(logIn(api, nickname, { user_password: `another ${number}` })).resolves.toBeDefined();
});

test('logins and refreshes at the same time leave no session of the old password', async () => {
  const { client, nickname, tokens } = await makeUser(api);
  const during = Array.from({ length: 10 }, () => [
    logIn(api, nickname).catch(() => null),
    api.anonymous.authRefresh({ body: tokens }).catch(() => null),
  ]).flat();
  const next = await client.userPasswordChange({ body: changeTo('another one') });
  const others = (await Promise.all(during)).flatMap((pair) => pair ?? []);
  for (const pair of others) {
    await expect(api.anonymous.authRefresh({ body: pair })).rejects.toMatchObject({ code: 'refresh_token_invalid' });
  }
  await expect(api.clientWith(next.token).authSessions()).resolves.toHaveLength(1);
});

test('a login that waits for its second step is called off', async () => {
  const user = await makeUser(api);
  const account = await linkChat(api, user);
  const login = await askedLogin(api, user, account);
  const { ended } = openLoginSocket(api, login.track_id);
  await user.client.userPasswordChange({ body: changeTo('another one') });
  await expect(ended).resolves.toMatchObject({ said: { error: 'login_cancelled' } });
  await expect(api.anonymous.authLogin({ body: loginBody(user.nickname) })).rejects.toMatchObject({
    code: 'login_invalid',
  });
});

test('wrong old passwords are limited for the account', async () => {
  await using strict = await startTestApi({ environment: { LOGINS_PER_ACCOUNT: '3' } });
  const [user, another] = [await makeUser(strict), await makeUser(strict)];
  const wrong = changeTo('another one', { oldPassword: 'not my password' });
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(user.client.userPasswordChange({ body: wrong })).rejects.toMatchObject({ status: 400 });
  }
  const right = user.client.userPasswordChange({ body: changeTo('another one') });
  await expect(right).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  await expect(another.client.userPasswordChange({ body: changeTo('another one') })).resolves.toBeDefined();
});
