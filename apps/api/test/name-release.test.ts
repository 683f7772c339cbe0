import { afterAll, beforeAll, expect, test } from 'vitest';
import { userPlayed, usersRelease } from '../src/domains/identity/users/users-release.ts';
import { linkChat, withSandbox } from './chat-people.ts';
import { logIn, makeUser, realmBody, registerBody, type TestUser } from './people.ts';
import { giveCoins } from './people-money.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: withSandbox });
});
afterAll(() => api[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[]) => runSql(api.config.databaseUrl, text, values);
const registeredDaysAgo = (user: TestUser, days: number) =>
  sql('update users set reg_date = now() - make_interval(days => $2) where id = $1', [user.id, days]);
const isThere = async (user: TestUser) => (await sql('select 1 from users where id = $1', [user.id])).length === 1;
const release = (nameReleaseDays: number | null = 30) => {
  const { ctx } = api.app;
  return usersRelease({ ...ctx, config: { ...ctx.config, nameReleaseDays } });
};

test('a name that nobody uses is released after its time, which the account says before; its next owner gets nothing of it', async () => {
  const squatter = await makeUser(api);
  await registeredDaysAgo(squatter, 29);
  const { name_released: until } = await squatter.client.userMe();
  expect(Date.parse(until ?? '') - Date.now()).toBeLessThan(24 * 3_600_000);
  await release();
  expect(await isThere(squatter)).toBe(true);
  await registeredDaysAgo(squatter, 31);
  await release(null);
  expect(await isThere(squatter)).toBe(true);

  await Promise.all([release(), release(), release()]);
  expect(await isThere(squatter)).toBe(false);
  await api.anonymous.userRegister({ body: registerBody(squatter.nickname, { password: 'another password' }) });
  const next = api.clientWith((await logIn(api, squatter.nickname, { user_password: 'another password' })).token);
  const me = await next.userMe();
  expect(me.id).not.toBe(squatter.id);
  expect(me).toMatchObject({ coins: 0, fleeting_coins: [], chat_account: null });
  const { token, refresh_token } = squatter.tokens;
  await expect(squatter.client.userMe()).rejects.toMatchObject({ status: 401 });
  await expect(api.anonymous.authRefresh({ body: { token, refresh_token } })).rejects.toMatchObject({ status: 401 });
});

test('an account that was used in any way keeps its name', async () => {
  const uses: Record<string, (user: TestUser) => Promise<unknown>> = {
    played: (user) => userPlayed(api.app.ctx.db, user.id),
    linked: (user) => linkChat(api, user),
    'unlinked again': async (user) => {
      await linkChat(api, user);
      await sql('delete from chat_accounts where user_id = $1', [user.id]);
    },
    'has coins': (user) => giveCoins(api, user, 10),
    'has a realm': async (user) => {
      await linkChat(api, user);
      await user.client.realmCreate({ body: realmBody('Kept for good', `kept-${user.id.slice(0, 8)}`) });
    },
    'is an operator': (user) => sql("update users set role = 'ADMIN' where id = $1", [user.id]),
    'has invited somebody': (user) =>
      api.anonymous.userRegister({
        body: registerBody(`by_${user.id.slice(0, 8)}`, { referrer_username: user.nickname }),
      }),
    'is blocked': (user) => sql('update users set blocked_at = now() where id = $1', [user.id]),
  };
  const users = new Map<string, TestUser>();
  for (const [what, use] of Object.entries(uses)) {
    const user = await makeUser(api);
    await use(user);
    await registeredDaysAgo(user, 400);
    users.set(what, user);
  }
  await release();
  for (const [what, user] of users) expect([what, await isThere(user)]).toEqual([what, true]);
  expect((await users.get('linked')?.client.userMe())?.name_released).toBeNull();
});
