import { afterAll, beforeAll, test } from 'vitest';
import type { Tier } from '@realmkeep/contract';
import { becomes } from '@realmkeep/testkit/becomes';
import { runSql } from '@realmkeep/testkit/sql';
import {
  deleteRole,
  type FakeAccount,
  insertAccount,
  rolesOf,
  setRole,
  updateAccount,
} from '../../fake-providers/src/chat/account-store.ts';
import { chatOf, linkChat, withSandbox } from './chat-people.ts';
import { startTestProviders, type TestProviders } from './fake-providers.ts';
import { freshName, makeUser, password, type TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** Linked players have the role of their tier in the community. */

const roles = { ZOMBIE: '20000000000000001', GHAST: '20000000000000002', DRAGON: '20000000000000003' } as const;
const setting = Object.entries(roles)
  .map(([tier, id]) => `${tier}=${id}`)
  .join();

let providers: TestProviders;
let api: TestApi;
beforeAll(async () => {
  providers = await startTestProviders(withSandbox.PUBLIC_URL);
  api = await startTestApi({ providers, environment: { ...withSandbox, DISCORD_TIER_ROLES: setting } });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await providers.close();
});

const rolesBecome = (account: FakeAccount, ...expected: string[]) =>
  becomes(() => rolesOf(chatOf(api).db, account.id)).toEqual(expected);
const move = ({ id }: TestUser, tier: Tier) =>
  runSql(api.config.databaseUrl, 'update users set tier = $1 where id = $2', [tier, id]);
const rowOf = async ({ id }: FakeAccount) =>
  (await runSql(api.config.databaseUrl, 'select * from chat_roles where external_id = $1', [id]))[0];

test('a role comes with the link, changes with the tier, and goes with either; others stay', async () => {
  const user = await makeUser(api, 'GHAST');
  const account = await linkChat(api, user);
  await rolesBecome(account, roles.GHAST);
  const other = '10000000000000009';
  setRole(chatOf(api).db, account.id, other, true);
  await move(user, 'DRAGON');
  await rolesBecome(account, other, roles.DRAGON);
  await move(user, 'CHICKEN');
  await rolesBecome(account, other);
  await move(user, 'ZOMBIE');
  await rolesBecome(account, other, roles.ZOMBIE);
  await user.client.chatUnlink({ body: { user_password: password } });
  await rolesBecome(account, other);
  await becomes(() => rowOf(account)).toBeUndefined();
});

test('whoever is not in the community any more gets the role when they link again', async () => {
  const user = await makeUser(api, 'ZOMBIE');
  const account = await linkChat(api, user);
  await rolesBecome(account, roles.ZOMBIE);
  updateAccount(chatOf(api).db, account.id, { isMember: false });
  await move(user, 'GHAST');
  await becomes(() => rowOf(account)).toMatchObject({ held: [], due_at: null });
  await user.client.chatUnlink({ body: { user_password: password } });
  await linkChat(api, user, account);
  await rolesBecome(account, roles.GHAST);
});

test('what changed while the platform was away is made up for, also what a kill has left behind', async () => {
  const account = insertAccount(chatOf(api).db, freshName());
  if (!account) throw new Error('The chat takes no account');
  updateAccount(chatOf(api).db, account.id, { isMember: true });
  const environment = { ...withSandbox, DISCORD_TIER_ROLES: setting };
  // No server answers there.
  const away = await startTestApi({
    providers,
    environment: { ...environment, DISCORD_API_BASE: 'http://127.0.0.1:9/api' },
  });
  const { databaseUrl } = away.config;
  const user = await makeUser(away, 'ZOMBIE');
  await runSql(
    databaseUrl,
    `insert into chat_accounts (user_id, platform, external_id, username, token, refresh_token, scope, expires_at)
     values ($1, 'sandbox', $2, 'any', '', '', '', now())`,
    [user.id, account.id],
  );
  const row = async () => (await runSql(databaseUrl, 'select * from chat_roles'))[0];
  await becomes(async () => Number((await row())?.['attempts'])).toBeGreaterThan(0);
  await away[Symbol.asyncDispose]();
  // Given without the record that it is the account's only role.
  setRole(chatOf(api).db, account.id, roles.GHAST, true);
  await runSql(databaseUrl, 'update chat_roles set held = $1', [[roles.GHAST]]);

  await using _back = await startTestApi({ providers, databaseUrl, environment });
  await rolesBecome(account, roles.ZOMBIE);
  await becomes(row).toMatchObject({ held: [roles.ZOMBIE], due_at: null, attempts: 0 });
});

test('another role of a tier in the settings takes the place of the one before, which may be deleted', async () => {
  const before = await startTestApi({ providers, environment: { ...withSandbox, DISCORD_TIER_ROLES: setting } });
  const { databaseUrl } = before.config;
  const account = await linkChat(before, await makeUser(before, 'DRAGON'));
  await rolesBecome(account, roles.DRAGON);
  await before[Symbol.asyncDispose]();
  deleteRole(providers.chat.db, roles.DRAGON);
  const another = '30000000000000003';
  const environment = { ...withSandbox, DISCORD_TIER_ROLES: `DRAGON=${another}` };
  await using _after = await startTestApi({ providers, databaseUrl, environment });
  await becomes(() => rolesOf(providers.chat.db, account.id)).toEqual([another]);
});
