import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../src/db/pool.ts';
import { referralVerify } from '../src/domains/coins/referrals/referrals.ts';
import { walletDispute } from '../src/domains/coins/wallet/wallet-dispute.ts';
import { walletRefund } from '../src/domains/coins/wallet/wallet-reverse.ts';
import { walletTopUp } from '../src/domains/coins/wallet/wallet-top-up.ts';
import { newSnowflake } from '../../fake-providers/src/chat/snowflake.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { freshName, logIn, makeUser, registerBody } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { violationsOf } from './test-ledger.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => api[Symbol.asyncDispose]());
afterEach(async () => {
  const found = await violationsOf(api.app.ctx.db);
  if (found.length > 0) throw new Error(`The ledger is off: ${JSON.stringify(found)}`);
});

const act = <T>(work: (tx: Tx) => Promise<T>) => api.app.ctx.db.transaction().execute(work);
const sql = (text: string, values: unknown[]) => runSql(api.config.databaseUrl, text, values);
const newPayment = () => `stripe:${randomUUID()}`;
const oldAccount = () => newSnowflake(30 * 24 * 3_600_000);

async function makePair() {
  const referrer = await makeUser(api);
  const nickname = freshName();
  await api.anonymous.userRegister({ body: registerBody(nickname, { referrer_username: referrer.nickname }) });
  const friend = api.clientWith((await logIn(api, nickname)).token);
  return { referrer, friend: { ...(await friend.userMe()), client: friend } };
}

interface Payment {
  payment?: string;
  payer: string;
  recipient?: string;
  coins?: number;
  monthlyShares?: number;
}

const pay = ({ payment = newPayment(), payer, recipient = payer, coins = 1_000, monthlyShares = 3_000 }: Payment) =>
  act((tx) => walletTopUp(tx, { payment, payerId: payer, recipientId: recipient, coins, monthlyShares }));
const verify = (userId: string, id = oldAccount(), monthlyShares = 3_000) =>
  act((tx) =>
    referralVerify(tx, { minimumDays: 7, monthlyShares }, { userId, platform: 'sandbox', id, email: 'a@b.example' }),
  );
const coinsOf = async (userId: string) =>
  Number((await sql("select balance from accounts where user_id = $1 and kind = 'COINS'", [userId]))[0]?.['balance']);

const used = (id: string, ip: string, agent: string, ago = '0') =>
  sql('update sessions set ip = $2, user_agent = $3, last_used_at = now() - $4::interval where user_id = $1', [
    id,
    ip,
    agent,
    ago,
  ]);

describe('the share of a referral that is not verified', () => {
  test('accrues, and is credited once with the verification', async () => {
    const { referrer, friend } = await makePair();
    const payment = newPayment();
    await pay({ payer: friend.id, payment });
    await pay({ payer: friend.id, payment });
    await pay({ payer: friend.id, coins: 55 });
    expect(await coinsOf(referrer.id)).toBe(0);
    expect((await referrer.client.walletStatement({ query: {} })).waiting).toEqual([
      {
        kind: 'REFERRAL_BONUS',
        subject: friend.nickname,
        own: false,
        coins: 300,
        wait: { reason: 'LINK', until: null },
      },
      {
        kind: 'REFERRAL_SHARE',
        subject: friend.nickname,
        own: false,
        coins: 211,
        wait: { reason: 'LINK', until: null },
      },
    ]);
    expect((await friend.client.walletStatement({ query: {} })).waiting).toEqual([
      {
        kind: 'REFERRAL_BONUS',
        subject: referrer.nickname,
        own: true,
        coins: 300,
        wait: { reason: 'LINK', until: null },
      },
    ]);
    const account = oldAccount();
    await Promise.all(Array.from({ length: 8 }, () => verify(friend.id, account)));
    expect(await coinsOf(referrer.id)).toBe(300 + 200 + 11);
    const { items, waiting } = await referrer.client.walletStatement({ query: {} });
    expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['REFERRAL_SHARE', 11],
      ['REFERRAL_SHARE', 200],
      ['REFERRAL_BONUS', 300],
    ]);
    expect(waiting).toEqual([]);
  });

  test('follows refunds and disputes while it accrues, and after it', async () => {
    const { referrer, friend } = await makePair();
    const [first, second] = [newPayment(), newPayment()];
    await pay({ payer: friend.id, payment: first });
    await pay({ payer: friend.id, payment: second });
    const dispute = { id: randomUUID(), payment: second, payerId: friend.id, disputed: 10, paid: 10 };
    await act((tx) => walletRefund(tx, { payment: first, charge: first, refunded: 5, paid: 10, payerId: friend.id }));
    await act((tx) => walletDispute(tx, { ...dispute, state: 'WITHDRAWN', refunded: 0 }));
    expect((await referrer.client.userReferrals({ query: {} })).items).toMatchObject([{ accrued: 100 }]);
    await verify(friend.id);
    expect(await coinsOf(referrer.id)).toBe(300 + 100);
    // Coins returned by the bank bring the share after all.
    await act((tx) => walletDispute(tx, { ...dispute, state: 'RETURNED', refunded: 0 }));
    expect(await coinsOf(referrer.id)).toBe(300 + 100 + 200);
    await act((tx) => walletRefund(tx, { payment: first, charge: first, refunded: 10, paid: 10, payerId: friend.id }));
    expect(await coinsOf(referrer.id)).toBe(300 + 200);
  });

  test('is neither lost nor given twice when payments, refunds and the verification come at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { referrer, friend } = await makePair();
      const payments = Array.from({ length: 6 }, newPayment);
      await pay({ payer: friend.id, payment: payments[0] ?? '' });
      const account = oldAccount();
      const refunded = { payment: payments[0] ?? '', charge: 'c', refunded: 1, paid: 2, payerId: friend.id };
      const works = [
        ...payments.flatMap((payment) => [
          () => pay({ payer: friend.id, payment }),
          () => pay({ payer: friend.id, payment }),
        ]),
        () => verify(friend.id, account),
        () => act((tx) => walletRefund(tx, { ...refunded, charge: payments[0] ?? '' })),
      ];
      // A different one goes first each time.
      const turned = [...works.slice(round * 2), ...works.slice(0, round * 2)];
      await Promise.all(turned.map((work) => work()));
      expect(await coinsOf(referrer.id)).toBe(300 + 6 * 200 - 100);
    }
  });
});

describe('nobody earns a share of their own money', () => {
  test('when the coins are for the referrer', async () => {
    const { referrer, friend } = await makePair();
    await verify(friend.id);
    await pay({ payer: friend.id, recipient: referrer.id });
    expect(await coinsOf(referrer.id)).toBe(300 + 1_000);
  });

  test('when the payer or whoever gets them has ever linked the same chat account', async () => {
    const { referrer, friend } = await makePair();
    const third = await makeUser(api);
    await verify(friend.id);
    const shared = oldAccount();
    await verify(referrer.id, shared);
    await verify(third.id, shared);
    await pay({ payer: friend.id, recipient: third.id });
    expect(await coinsOf(referrer.id)).toBe(300);
    await pay({ payer: friend.id });
    expect(await coinsOf(referrer.id)).toBe(500);
    await verify(friend.id, shared);
    await pay({ payer: friend.id });
    expect(await coinsOf(referrer.id)).toBe(500);
  });

  test('when both used one browser on one network within a day; networks that many share say nothing', async () => {
    const { referrer, friend } = await makePair();
    await verify(friend.id);
    const cases: [string, string, string, string, number][] = [
      ['127.0.0.1', '127.0.0.1', 'Firefox', '0', 200],
      ['192.168.1.7', '192.168.1.7', 'Firefox', '0', 200],
      ['203.0.113.7', '203.0.113.8', 'Firefox', '0', 200],
      ['203.0.113.7', '203.0.113.7', 'Chrome', '0', 200],
      ['203.0.113.7', '203.0.113.7', 'Firefox', '25 hours', 200],
      ['203.0.113.7', '203.0.113.7', 'Firefox', '23 hours', 0],
      ['2001:db8:1:2::3', '2001:db8:1:2:4::5', 'Firefox', '0', 0],
      ['2001:db8:1:2::3', '2001:db8:1:3::3', 'Firefox', '0', 200],
    ];
    for (const [mine, theirs, agent, ago, share] of cases) {
      await used(referrer.id, mine, 'Firefox', ago);
      await used(friend.id, theirs, agent);
      const before = await coinsOf(referrer.id);
      await pay({ payer: friend.id });
      expect([mine, theirs, (await coinsOf(referrer.id)) - before]).toEqual([mine, theirs, share]);
    }
  });
});

test('shares end at the limit of the month, over all referrals and at once, and what is refunded gives no room', async () => {
  const { referrer, friend } = await makePair();
  const monthlyShares = 450;
  const payment = newPayment();
  await pay({ payer: friend.id, payment, monthlyShares });
  await verify(friend.id, oldAccount(), monthlyShares);
  await Promise.all(Array.from({ length: 6 }, () => pay({ payer: friend.id, monthlyShares })));
  expect(await coinsOf(referrer.id)).toBe(300 + 450);
  await act((tx) => walletRefund(tx, { payment, charge: payment, refunded: 1, paid: 1, payerId: friend.id }));
  expect(await coinsOf(referrer.id)).toBe(300 + 250);
  await pay({ payer: friend.id, monthlyShares });
  expect(await coinsOf(referrer.id)).toBe(300 + 250);
  expect((await referrer.client.userReferrals({ query: {} })).month).toEqual({ granted: 450, limit: 3_000 });
  await sql("update referral_shares set granted_at = granted_at - interval '32 days' where referrer_id = $1", [
    referrer.id,
  ]);
  await pay({ payer: friend.id, monthlyShares });
  expect(await coinsOf(referrer.id)).toBe(300 + 450);
});
