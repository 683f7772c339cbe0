import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../src/db/pool.ts';
import { referralVerify } from '../src/domains/coins/referrals/referrals.ts';
import { newSnowflake } from '../../fake-providers/src/chat/snowflake.ts';
import { walletRefund } from '../src/domains/coins/wallet/wallet-reverse.ts';
import { walletTopUp } from '../src/domains/coins/wallet/wallet-top-up.ts';
import { freshName, logIn, makeUser, registerBody, type TestUser } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const act = <T>(work: (tx: Tx) => Promise<T>) => api.app.ctx.db.transaction().execute(work);

interface Referred {
  id: string;
  nickname: string;
}

const dayMs = 24 * 3_600_000;
const oldAccount = () => newSnowflake(30 * dayMs);

async function referredBy(referrer: TestUser, nickname = freshName()): Promise<Referred> {
  await api.anonymous.userRegister({ body: registerBody(nickname, { referrer_username: referrer.nickname }) });
  const { id } = await api.clientWith((await logIn(api, nickname)).token).userMe();
  return { id, nickname };
}

const link = (userId: string, id: string) =>
  act((tx) => referralVerify(tx, api.config.referrals, { userId, platform: 'sandbox', id, email: 'a@b.example' }));
const topUp = (payment: string, payerId: string, coins: number, recipientId = payerId) =>
  act((tx) =>
    walletTopUp(tx, { payment, payerId, recipientId, coins, monthlyShares: api.config.referrals.monthlyShares }),
  );
const sql = (text: string, values: unknown[]) => runSql(api.config.databaseUrl, text, values);
const coinsOf = async (userId: string) =>
  Number((await sql("select balance from accounts where user_id = $1 and kind = 'COINS'", [userId]))[0]?.['balance']);

test('linking verifies the referral and gives 300 coins to each, once for both', async () => {
  const referrer = await makeUser(api);
  const referred = await referredBy(referrer);
  expect((await referrer.client.userReferrals({ query: {} })).items).toMatchObject([
    { referredUser: referred.nickname, status: 'NOT_VERIFIED', verified: false, earned: 0 },
  ]);
  const account = oldAccount();
  await Promise.all(Array.from({ length: 20 }, () => link(referred.id, account)));
  // Unlinked and linked again, to the same account and to another.
  await link(referred.id, account);
  await link(referred.id, oldAccount());
  expect(await coinsOf(referrer.id)).toBe(300);
  expect(await coinsOf(referred.id)).toBe(300);
  const { items, earned, total } = await referrer.client.userReferrals({ query: {} });
  expect(items).toMatchObject([{ status: 'VERIFIED', verified: true, earned: 300 }]);
  expect({ earned, total }).toEqual({ earned: 300, total: 1 });
  expect(items[0]?.updatedAt).not.toBe(items[0]?.createdAt);
});

test('who was referred by nobody earns nothing', async () => {
  const user = await makeUser(api);
  await link(user.id, oldAccount());
  expect(await coinsOf(user.id)).toBe(0);
});

test('a chat account earns once ever: for another player, after a deletion, at the same moment', async () => {
  const referrer = await makeUser(api);
  const account = oldAccount();
  const first = await referredBy(referrer);
  await link(first.id, account);
  await sql('delete from users where id = $1', [first.id]);
  const again = await referredBy(referrer, first.nickname);
  await link(again.id, account);
  expect(await coinsOf(again.id)).toBe(0);
  expect(await coinsOf(referrer.id)).toBe(300);
  expect((await referrer.client.userReferrals({ query: {} })).items).toMatchObject([
    { status: 'NOT_VERIFIED', earned: 0 },
  ]);
  // With their own chat account they count as a new player after all.
  await link(again.id, oldAccount());
  expect(await coinsOf(again.id)).toBe(300);

  const shared = oldAccount();
  const racers = await Promise.all(Array.from({ length: 8 }, () => referredBy(referrer)));
  await Promise.all(racers.map(({ id }) => link(id, shared)));
  const coins = await Promise.all(racers.map(({ id }) => coinsOf(id)));
  expect(coins.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 300]);
  expect(await coinsOf(referrer.id)).toBe(900);
});

test("the referrer's own chat account earns nothing, whether linked now or long ago", async () => {
  const referrer = await makeUser(api);
  const account = oldAccount();
  await link(referrer.id, account);
  const other = await referredBy(referrer);
  await link(other.id, account);
  expect(await coinsOf(referrer.id)).toBe(0);
  expect(await coinsOf(other.id)).toBe(0);
});

test('two players who link at once, each brought by the other, both get what is theirs', async () => {
  const first = await makeUser(api);
  const second = await referredBy(first);
  await sql('insert into referrals (referrer_id, referred_id) values ($1, $2)', [second.id, first.id]);
  await Promise.all([link(first.id, oldAccount()), link(second.id, oldAccount())]);
  expect(await coinsOf(first.id)).toBe(600);
  expect(await coinsOf(second.id)).toBe(600);
});

test('the list tells what each has earned, shares of top-ups less refunds among it, page by page', async () => {
  const referrer = await makeUser(api);
  const friends: Referred[] = [];
  for (let n = 0; n < 5; n += 1) friends.push(await referredBy(referrer));
  const [first, second] = friends;
  if (!first || !second) throw new Error('There are no friends');
  await link(first.id, oldAccount());
  await topUp('stripe:r1', first.id, 1_000);
  await topUp('stripe:r2', second.id, 555);
  await topUp('stripe:r3', second.id, 100);
  await act((tx) => walletRefund(tx, { payment: 'stripe:r3', payerId: second.id, charge: 'c', refunded: 1, paid: 2 }));
  // The referrer gets no share of what the first player earned by referring somebody.
  const third = await referredBy({ ...referrer, nickname: first.nickname });
  await link(third.id, oldAccount());

  const pages = await Promise.all([0, 1, 2].map((page) => referrer.client.userReferrals({ query: { page, size: 2 } })));
  const rows = pages.flatMap(({ items }) => items);
  expect(rows.map(({ referredUser }) => referredUser)).toEqual(friends.map(({ nickname }) => nickname).toReversed());
  expect(rows.map(({ earned }) => earned)).toEqual([0, 0, 0, 0, 300 + 200]);
  expect(rows.map(({ accrued }) => accrued)).toEqual([0, 0, 0, 111 + 20 - 10, 0]);
  for (const page of pages) {
    expect(page).toMatchObject({ total: 5, earned: 500, month: { granted: 200, limit: 3_000 }, minimumDays: 7 });
  }
});

test('a page of the list is read by its index in its order, however many there are', async () => {
  const connection = await api.app.ctx.pool.connect();
  try {
    await connection.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const { rows } = await connection.query<{ 'QUERY PLAN': string }>(
      'explain select id from referrals where referrer_id = $1 order by created_at desc, id limit 20',
      [randomUUID()],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('referrals_listed');
    expect(plan).not.toContain('Sort');
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});

test('every referral of a long page says what it waits for', async () => {
  const referrer = await makeUser(api);
  await sql(
    `with friends as (
       insert into users (id, nickname, game_uuid, password_hash, language, reg_ip)
       select gen_random_uuid(), 'many_' || n, gen_random_uuid(), '', 'en', '127.0.0.1' from generate_series(1, 60) n returning id
     ) insert into referrals (referrer_id, referred_id) select $1, id from friends`,
    [referrer.id],
  );
  const { items } = await referrer.client.userReferrals({ query: { size: 100 } });
  expect(items).toHaveLength(60);
  expect(items.filter(({ waits }) => waits === null)).toEqual([]);
});
