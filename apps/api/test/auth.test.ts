import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteEndedSessions } from '../src/domains/identity/sessions/auth-queries.ts';
import { freshName, logIn, loginBody, makeUser, password, registerBody } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { runSql } from '@realmkeep/testkit/sql';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

describe('registering', () => {
  test('makes an account that can log in and see itself', async () => {
    const nickname = freshName();
    await api.anonymous.userRegister({ body: registerBody(nickname, { language: 'pl' }) });
    const tokens = await logIn(api, nickname.toUpperCase());
    const me = await api.clientWith(tokens.token).userMe();
    expect(me).toMatchObject({ nickname, lowercase_nickname: nickname.toLowerCase(), language: 'pl', coins: 0 });
    expect(me.user_subscription.subscription).toMatchObject({ tier: 'CHICKEN', max_realms: 1, max_realm_slots: 2 });
    expect(me.login_date).not.toBeNull();
  });

  test('takes a name once, whatever its case', async () => {
    const nickname = freshName();
    await api.anonymous.userRegister({ body: registerBody(nickname) });
    const again = api.anonymous.userRegister({ body: registerBody(nickname.toUpperCase()) });
    await expect(again).rejects.toMatchObject({ status: 400, code: 'register_username_taken' });
  });

  test.each(['gUEST_Owner_1', 'Admin', 'server_1', 'Realmkeep'])('takes no name as %s has it', async (name) => {
    const guest = api.anonymous.userRegister({ body: registerBody(name) });
    await expect(guest).rejects.toMatchObject({ code: 'register_username_taken' });
  });

  test('of 20 at once with one name lets one through', async () => {
    const nickname = freshName();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => api.anonymous.userRegister({ body: registerBody(nickname) })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  test('knows the referrer, and refuses one that is not there or oneself', async () => {
    const referrer = await makeUser(api);
    const nickname = freshName();
    await api.anonymous.userRegister({ body: registerBody(nickname, { referrer_username: referrer.nickname }) });
    const rows = await runSql(
      api.config.databaseUrl,
      'select f.status from referrals f join users u on u.id = f.referred_id where u.nickname = $1 and f.referrer_id = $2',
      [nickname, referrer.id],
    );
    expect(rows).toEqual([{ status: 'NOT_VERIFIED' }]);

    const missing = registerBody(freshName(), { referrer_username: freshName() });
    await expect(api.anonymous.userRegister({ body: missing })).rejects.toMatchObject({
      status: 404,
      code: 'register_referrer_unknown',
    });
    const self = freshName();
    const oneself = registerBody(self, { referrer_username: self.toUpperCase() });
    await expect(api.anonymous.userRegister({ body: oneself })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test.each([{ referrer_username: '' }, { referrer_username: '  ' }, { referrer_username: null }, {}])(
    'takes %j for no referrer',
    async (referrer) => {
      const nickname = freshName();
      const response = await fetch(`${api.url}/api/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: nickname, password, language: 'en', ...referrer }),
      });
      expect(response.status).toBe(201);
      await expect(logIn(api, nickname)).resolves.toBeDefined();
    },
  );

  test('takes nobody while it opens soon, and the page is told', async () => {
    await using soon = await startTestApi({ environment: { REGISTRATION: 'soon' } });
    await expect(soon.anonymous.siteConfig()).resolves.toMatchObject({ registrationSoon: true });
    await expect(soon.anonymous.userRegister({ body: registerBody(freshName()) })).rejects.toMatchObject({
      status: 503,
      code: 'registration_closed',
    });
    await expect(api.anonymous.siteConfig()).resolves.toMatchObject({ registrationSoon: false });
  });

  test.each(['abc', 'a'.repeat(17), 'two words', 'Łukasz', "x';--", 'a\nbcd', '<b>bb</b>'])(
    'refuses the name %j',
    async (username) => {
      const refused = api.anonymous.userRegister({ body: registerBody(username) });
      await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );

  test.each(['12345', '     1'])('refuses the password %j and does not repeat it', async (short) => {
    const refused = api.anonymous.userRegister({ body: registerBody(freshName(), { password: short }) });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(short) });
  });
});

describe('logging in', () => {
  test('tells an unknown name from a wrong password', async () => {
    const user = await makeUser(api);
    const unknown = freshName();
    await expect(api.anonymous.authLogin({ body: loginBody(unknown) })).rejects.toMatchObject({
      status: 404,
      code: 'login_user_unknown',
      message: `The user "${unknown}" does not exist`,
    });
    const wrong = loginBody(user.nickname, { user_password: `${password}!` });
    await expect(api.anonymous.authLogin({ body: wrong })).rejects.toMatchObject({
      status: 401,
      code: 'login_invalid',
    });
  });

  test('refuses a blocked account, also with a token that it has', async () => {
    const user = await makeUser(api);
    await runSql(api.config.databaseUrl, 'update users set blocked_at = now() where id = $1', [user.id]);
    await expect(api.anonymous.authLogin({ body: loginBody(user.nickname) })).rejects.toMatchObject({
      status: 403,
      code: 'account_blocked',
    });
    await expect
      .poll(() => user.client.userMe().catch((error: unknown) => error))
      .toMatchObject({ code: 'account_blocked' });
  });

  test('gives a token for the scopes asked for, and no more', async () => {
    const { nickname } = await makeUser(api);
    const tokens = await logIn(api, nickname, { scopes: ['USER_ME'] });
    const client = api.clientWith(tokens.token);
    await expect(client.userMe()).resolves.toMatchObject({ nickname });
    await expect(client.realmList()).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    const refreshed = await client.authRefresh({ body: tokens });
    await expect(api.clientWith(refreshed.token).realmList()).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('limits the attempts of an address', async () => {
    await using strict = await startTestApi({ environment: { CREDENTIALS_PER_MINUTE: '3' } });
    const attempt = () =>
      strict.anonymous.authLogin({ body: loginBody('nobody_here') }).catch((error: unknown) => error);
    for (let tries = 0; tries < 3; tries += 1) await expect(attempt()).resolves.toMatchObject({ status: 404 });
    await expect(attempt()).resolves.toMatchObject({ status: 429, code: 'rate_limited' });
  });
});

describe('refreshing', () => {
  test('gives a new pair that works', async () => {
    const { tokens, nickname } = await makeUser(api);
    const next = await api.anonymous.authRefresh({ body: tokens });
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(Date.parse(next.expire)).toBeGreaterThan(Date.now() + 14 * 60_000);
    await expect(api.clientWith(next.token).userMe()).resolves.toMatchObject({ nickname });
  });

  test('gives 50 at once the same successor', async () => {
    const { tokens } = await makeUser(api);
    const all = await Promise.all(Array.from({ length: 50 }, () => api.anonymous.authRefresh({ body: tokens })));
    expect(new Set(all.map((pair) => pair.refresh_token)).size).toBe(1);
    await expect(api.anonymous.authRefresh({ body: all[0] ?? tokens })).resolves.toBeDefined();
  });

  test('ends the whole session when a token comes back after its 20 seconds', async () => {
    const { tokens, client } = await makeUser(api);
    const next = await api.anonymous.authRefresh({ body: tokens });
    await runSql(api.config.databaseUrl, "update refresh_tokens set rotated_at = rotated_at - interval '21 s'");
    const refused = { status: 401, code: 'refresh_token_invalid' };
    await expect(api.anonymous.authRefresh({ body: tokens })).rejects.toMatchObject(refused);
    await expect(api.anonymous.authRefresh({ body: next })).rejects.toMatchObject(refused);
    await expect.poll(() => client.userMe().catch((error: unknown) => error)).toMatchObject({ code: 'unauthorized' });
  });

  test('ends the whole session when a token comes back that is forgotten', async () => {
    const { tokens } = await makeUser(api);
    const next = await api.anonymous.authRefresh({ body: tokens });
    await runSql(api.config.databaseUrl, "update refresh_tokens set rotated_at = rotated_at - interval '8 days'");
    await deleteEndedSessions(api.app.ctx.db);
    for (const body of [tokens, next]) {
      await expect(api.anonymous.authRefresh({ body })).rejects.toMatchObject({ code: 'refresh_token_invalid' });
    }
  });

  test('wants the access token of the same session', async () => {
    const [one, other] = [await makeUser(api), await makeUser(api)];
    const mixed = { token: other.tokens.token, refresh_token: one.tokens.refresh_token };
    await expect(api.anonymous.authRefresh({ body: mixed })).rejects.toMatchObject({ code: 'refresh_token_invalid' });
    await expect(api.anonymous.authRefresh({ body: one.tokens })).resolves.toBeDefined();
  });

  test('keeps no token in the database', async () => {
    const { tokens } = await makeUser(api);
    const [row] = await runSql(
      api.config.databaseUrl,
      "select count(*) from refresh_tokens where encode(hash, 'escape') like '%' || $1 || '%'",
      [tokens.refresh_token],
    );
    expect(row).toEqual({ count: '0' });
  });
});

test('logging out ends the session', async () => {
  const { tokens, client } = await makeUser(api);
  await client.authLogout({ body: tokens });
  await expect(api.anonymous.authRefresh({ body: tokens })).rejects.toMatchObject({ code: 'refresh_token_invalid' });
  await expect.poll(() => client.userMe().catch((error: unknown) => error)).toMatchObject({ code: 'unauthorized' });
});

test.each(['', 'x.y.z', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'])('a token like %j opens nothing', async (token) => {
  await expect(api.clientWith(token).userMe()).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
});

describe('the language', () => {
  test('is told and changed', async () => {
    const { client } = await makeUser(api);
    await expect(client.userLanguage()).resolves.toEqual({ language: 'en' });
    await expect(client.userLanguageUpdate({ body: { language: 'ru' } })).resolves.toEqual({ language: 'ru' });
    await expect(client.userLanguage()).resolves.toEqual({ language: 'ru' });
    await expect(client.userMe()).resolves.toMatchObject({ language: 'ru', role: 'USER', chat_account: null });
  });

  test.each(['de', 'EN', '', 'toString'])('is not %j', async (language) => {
    const { client } = await makeUser(api);
    const refused = client.userLanguageUpdate({ body: { language } });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'language_invalid' });
    await expect(client.userLanguage()).resolves.toEqual({ language: 'en' });
  });
});
