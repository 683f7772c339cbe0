import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCoinsReverse, adminGrant } from '../src/domains/admin/admin-coins.ts';
import { adminUnlink } from '../src/domains/admin/admin-account.ts';
import { makeAsked, openLoginSocket, withSandbox } from './chat-people.ts';
import { loginBody, makeUser, realmBody } from './people.ts';
import { giveCoins, makeAdmin } from './people-money.ts';
import { subscriptionProduct } from './shopper.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const reason = { reason: 'sells what is not theirs' };

describe('accounts', () => {
  test('are found by the beginning of the name and by id, with what they have', async () => {
    const admin = await makeAdmin(api);
    const user = await makeUser(api);
    const requestId = randomUUID();
    const grant = { username: user.nickname, coins: 70, expires: null, reason: 'a gift', requestId };
    await admin.client.adminCoinsGrant({ body: grant });
    for (const q of [user.nickname.slice(0, -1).toUpperCase(), user.nickname, user.id]) {
      const { items } = await admin.client.adminUsers({ query: { q } });
      expect(items).toMatchObject([{ id: user.id, coins: 70, fleeting_coins: 0, debt: 0, realms: 0, blocked: null }]);
    }
    for (const q of ['%', user.nickname.slice(1)])
      expect((await admin.client.adminUsers({ query: { q } })).total).toBe(0);
    const all = await admin.client.adminUsers({ query: { size: 1 } });
    expect([all.items.length, all.total > 1]).toEqual([1, true]);
  });

  test('are blocked with a reason, at once, and let in again', async () => {
    const admin = await makeAdmin(api);
    const user = await makeUser(api);
    const params = { id: user.id };
    await admin.client.adminUserBlock({ params, body: reason });
    const login = () => api.anonymous.authLogin({ body: loginBody(user.nickname) });
    await expect(login()).rejects.toMatchObject({ code: 'account_blocked' });
    const { items } = await admin.client.adminUsers({ query: { q: user.id } });
    expect(items[0]?.blocked).toMatchObject(reason);
    await admin.client.adminUserUnblock({ params, body: { reason: 'they have explained it' } });
    await login();
    const audit = await admin.client.adminAudit({ query: {} });
    expect(audit.items.slice(0, 2)).toMatchObject([
      { action: 'userUnblock', subject: user.nickname, reason: 'they have explained it' },
      { action: 'userBlock', subject: user.nickname, ...reason },
    ]);
  });

  test('cannot be blocked without a reason, by themselves, or when there is none', async () => {
    const admin = await makeAdmin(api);
    const user = await makeUser(api);
    const block = (id: string, body = reason) => admin.client.adminUserBlock({ params: { id }, body });
    await expect(block(user.id, { reason: '  ' })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(block(user.id, { reason: 'two\nlines' })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(block(admin.id)).rejects.toMatchObject({ code: 'admin_self' });
    await expect(block(admin.id.toUpperCase())).rejects.toMatchObject({ code: 'admin_self' });
    await expect(block(randomUUID())).rejects.toMatchObject({ code: 'user_unknown' });
  });
});

describe('realms', () => {
  test('are blocked and given back, and say why', async () => {
    const admin = await makeAdmin(api);
    const owner = await makeUser(api);
    const realm = await owner.client.realmCreate({ body: realmBody('Bad castle', 'bad-castle') });
    const params = { id: realm.id };
    await admin.client.adminRealmBlock({ params, body: reason });
    const seen = await owner.client.realmGet({ params });
    expect(seen).toMatchObject({ status: 'BLOCKED', blockedReason: reason.reason });
    await expect(
      owner.client.realmPowerSet({ params: { realmId: realm.id }, body: { power: 'ON' } }),
    ).rejects.toMatchObject({ code: 'realm_blocked' });
    for (const q of ['BAD CAS', 'bad-c', owner.nickname, owner.id, realm.id]) {
      const { items } = await admin.client.adminRealms({ query: { q } });
      expect(items).toMatchObject([{ id: realm.id, ownerUsername: owner.nickname, blocked: reason }]);
    }
    await admin.client.adminRealmUnblock({ params, body: { reason: 'it is mended' } });
    expect(await owner.client.realmGet({ params })).toMatchObject({ status: 'ON', blockedReason: null });
    const unknown = { params: { id: randomUUID() }, body: reason };
    await expect(admin.client.adminRealmBlock(unknown)).rejects.toMatchObject({ code: 'realm_unknown' });
  });
});

describe('grants', () => {
  test('are made once a request, with or without an expiry', async () => {
    const admin = await makeAdmin(api);
    const user = await makeUser(api);
    const expires = new Date(Date.now() + 86_400_000).toISOString();
    const body = {
      username: user.nickname,
      coins: 40,
      expires,
      reason: 'sorry for the outage',
      requestId: randomUUID(),
    };
    await Promise.all([1, 2, 3].map(() => admin.client.adminCoinsGrant({ body })));
    const me = await user.client.userMe();
    expect(me).toMatchObject({ coins: 0, fleeting_coins: [{ amount: 40, expiration_date: expires }] });
    await expect(admin.client.adminCoinsGrant({ body: { ...body, coins: 41 } })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    const { items } = await admin.client.adminAudit({ query: {} });
    expect(items.filter(({ subject }) => subject === user.nickname)).toMatchObject([
      { details: { coins: 40, expires } },
    ]);
  });

  test('want a player and a time to come', async () => {
    const admin = await makeAdmin(api);
    const body = { username: 'nobody_at_all', coins: 1, expires: null, reason: 'a gift', requestId: randomUUID() };
    await expect(admin.client.adminCoinsGrant({ body })).rejects.toMatchObject({ code: 'user_unknown' });
    const past = { ...body, username: admin.nickname, expires: '2020-01-01T00:00:00Z' };
    await expect(admin.client.adminCoinsGrant({ body: past })).rejects.toMatchObject({ code: 'grant_expired' });
  });
});

test('an operator is made at the console, and the log keeps it', async () => {
  const user = await makeUser(api);
  await expect(user.client.adminUsers({ query: {} })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await adminGrant(api.app.ctx.db, user.nickname.toUpperCase(), 'ADMIN')).toBe(user.nickname);
  // A token may be cached for a second.
  const call = () =>
    user.client.adminUsers({ query: {} }).then(
      () => 'let in',
      () => 'refused',
    );
  await expect.poll(call).toBe('let in');
  const { items } = await user.client.adminAudit({ query: {} });
  expect(items[0]).toMatchObject({ actor: null, action: 'adminGrant', subject: user.nickname });
  expect(await adminGrant(api.app.ctx.db, user.nickname, 'USER')).toBe(user.nickname);
  expect(await adminGrant(api.app.ctx.db, 'nobody_at_all', 'ADMIN')).toBeNull();
});

test('a grant that should not have been is taken back at the console, once, and the log keeps it', async () => {
  const admin = await makeAdmin(api);
  const user = await makeUser(api);
  const body = { username: user.nickname, coins: 30, expires: null, reason: 'a mistake', requestId: randomUUID() };
  await admin.client.adminCoinsGrant({ body });
  const { items } = await user.client.walletStatement({ query: {} });
  const id = items[0]?.id ?? '';
  const { db } = api.app.ctx;
  expect(await Promise.all([1, 2, 3].map(() => adminCoinsReverse(db, id)))).toEqual(Array(3).fill(user.nickname));
  expect((await user.client.userMe()).coins).toBe(0);
  const log = await admin.client.adminAudit({ query: {} });
  expect(log.items.filter(({ action }) => action === 'coinsReverse')).toMatchObject([
    { actor: null, subject: user.nickname, details: { transaction: id } },
  ]);
  await expect(adminCoinsReverse(db, '999999')).rejects.toThrow('cannot be reversed');
});

test('a subscription payment that is taken back is no credit for a higher tier', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 300);
  await user.client.subscriptionActivate({ body: { productId: await subscriptionProduct(api, 'ZOMBIE') } });
  const { items } = await user.client.walletStatement({ query: {} });
  const { credit } = await user.client.subscriptionPreview({ query: { tier: 'GHAST' } });
  expect(credit).toBeGreaterThan(200);
  await adminCoinsReverse(api.app.ctx.db, items.find(({ kind }) => kind === 'SUBSCRIPTION')?.id ?? '');
  expect((await user.client.userMe()).coins).toBe(300);
  expect(await user.client.subscriptionPreview({ query: { tier: 'GHAST' } })).toMatchObject({ credit: 0 });
});

test('a chat account that a player has lost is unlinked at the console, and the log keeps it', async () => {
  await using linked = await startTestApi({ environment: withSandbox });
  const { user, account, login } = await makeAsked(linked);
  const { db } = linked.app.ctx;
  expect(await adminUnlink(db, user.nickname.toUpperCase())).toEqual({
    nickname: user.nickname,
    accounts: [{ platform: 'sandbox', username: account.name }],
  });
  // The login that waited for it fails; the next one needs the password alone.
  const { said } = await openLoginSocket(linked, login.track_id).ended;
  expect(said).toMatchObject({ error: 'login_cancelled' });
  await expect(linked.anonymous.authLogin({ body: loginBody(user.nickname) })).resolves.toHaveProperty('token');
  expect((await user.client.userMe()).chat_account).toBeNull();
  expect(await adminUnlink(db, user.nickname)).toMatchObject({ accounts: [] });
  expect(await adminUnlink(db, 'nobody_at_all')).toBeNull();
  const log = await (await makeAdmin(linked)).client.adminAudit({ query: {} });
  expect(log.items.filter(({ action }) => action === 'chatUnlink')).toMatchObject([
    { actor: null, subject: user.nickname, details: { platform: 'sandbox', username: account.name } },
  ]);
});

test('what owners did is not in the log, and goes with the migration that ends it', async () => {
  const admin = await makeAdmin(api);
  const url = api.config.databaseUrl;
  const actions = async () =>
    (await runSql(url, "select action from audit_log where subject_name = 'Of before'")).map(({ action }) => action);
  await runSql(
    url,
    `insert into audit_log (actor_nickname, action, subject_name)
      values ('owner', 'databasePassword', 'Of before'), ('console', 'userBlock', 'Of before')`,
  );
  const { items } = await admin.client.adminAudit({ query: {} });
  expect(items.filter(({ subject }) => subject === 'Of before')).toMatchObject([{ action: 'userBlock' }]);
  expect(await actions()).toHaveLength(2);
  await runSql(url, await readFile(new URL('../migrations/0091-log-of-operators.sql', import.meta.url), 'utf8'));
  expect(await actions()).toEqual(['userBlock']);
});

test('the log refuses to be changed', async () => {
  await makeAdmin(api);
  for (const statement of ["update audit_log set reason = 'none'", 'delete from audit_log', 'truncate audit_log']) {
    await expect(runSql(api.config.databaseUrl, statement)).rejects.toThrow('append-only');
  }
});
