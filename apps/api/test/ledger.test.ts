import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { walletBalance } from '../src/domains/coins/wallet/wallet-statement.ts';
import { walletBonus } from '../src/domains/coins/wallet/wallet-grant.ts';
import { walletDispute } from '../src/domains/coins/wallet/wallet-dispute.ts';
import { walletRefund, walletReverse } from '../src/domains/coins/wallet/wallet-reverse.ts';
import { walletExpire, walletLockBalance, walletSpend } from '../src/domains/coins/wallet/wallet-spend.ts';
import { walletTopUp } from '../src/domains/coins/wallet/wallet-top-up.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { openTestLedger, type TestLedger } from './test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterEach(async () => {
  const violations = await ledger.violations();
  if (violations.length > 0) throw new Error(`The ledger is off: ${JSON.stringify(violations)}`);
});
afterAll(() => ledger[Symbol.asyncDispose]());

const nothing = { coins: 0, fleeting: 0, held: 0, debt: 0 };
const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000);
const inTwoYears = new Date(Date.now() + 2 * 365 * 24 * 3_600_000);

const topUp = (userId: string, coins: number, payment = `stripe:${randomUUID()}`, payerId = userId) => {
  payers.set(payment, payerId);
  return ledger.act((tx) =>
    walletTopUp(tx, { payment, payerId, recipientId: userId, coins, monthlyShares: 1_000_000_000 }),
  );
};
/** The payer of each payment. */
const payers = new Map<string, string>();
const payerOf = (payment: string) => payers.get(payment) ?? randomUUID();
const refund = (payment: string, refunded: number, paid = 1_000) =>
  ledger.act((tx) => walletRefund(tx, { payment, payerId: payerOf(payment), charge: `ch_${payment}`, refunded, paid }));
const dispute = (
  payment: string,
  id: string,
  state: 'OPEN' | 'WITHDRAWN' | 'RETURNED',
  { disputed = 1_000, refunded = 0 } = {},
) =>
  ledger.act((tx) =>
    walletDispute(tx, { id, payment, payerId: payerOf(payment), disputed, paid: 1_000, state, refunded }),
  );

const fulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

describe('a payment', () => {
  test('of 50 deliveries at once is credited once, and 20% of it to the referrer', async () => {
    const referrer = await ledger.player();
    const player = await ledger.player(referrer);
    const payment = `stripe:${randomUUID()}`;
    const results = await Promise.all(Array.from({ length: 50 }, () => topUp(player, 704, payment)));
    expect(results.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(new Set(results.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 704 });
    expect(await ledger.holdings(referrer)).toEqual({ ...nothing, coins: 140 });
  });

  test('is refused under the key of another', async () => {
    const player = await ledger.player();
    const payment = `robokassa:${randomUUID()}`;
    await topUp(player, 100, payment);
    await expect(topUp(player, 101, payment)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    const other = await ledger.player();
    await expect(topUp(other, 100, payment)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(await ledger.holdings(other)).toEqual(nothing);
  });

  test('for another player goes to them, and the share to the payer’s referrer', async () => {
    const referrer = await ledger.player();
    const payer = await ledger.player(referrer);
    const recipient = await ledger.player(await ledger.player());
    await topUp(recipient, 500, `stripe:${randomUUID()}`, payer);
    expect(await ledger.holdings(payer)).toEqual(nothing);
    expect(await ledger.holdings(recipient)).toEqual({ ...nothing, coins: 500 });
    expect(await ledger.holdings(referrer)).toEqual({ ...nothing, coins: 100 });
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('of %s coins is a fault', async (coins) => {
    await expect(topUp(await ledger.player(), coins)).rejects.toThrow(RangeError);
  });
});

describe('spending', () => {
  test('the whole balance 50 times at once succeeds once', async () => {
    const player = await ledger.player();
    await topUp(player, 300);
    await ledger.grant(player, 200, inAYear);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => ledger.spend(player, 500)));
    expect(fulfilled(results)).toBe(1);
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(reasons).toEqual(Array.from({ length: 49 }, () => expect.objectContaining({ code: 'insufficient_funds' })));
    expect(await ledger.holdings(player)).toEqual(nothing);
  });

  test('the same request 20 times at once is paid once', async () => {
    const player = await ledger.player();
    await topUp(player, 1_000);
    const request = { key: `sub:${randomUUID()}`, userId: player, coins: 300, ref: randomUUID() };
    const results = await Promise.all(Array.from({ length: 20 }, () => ledger.act((tx) => walletSpend(tx, request))));
    expect(results.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 700 });
    // Once paid it stays paid, even when no coins are left.
    await ledger.spend(player, 700);
    expect(await ledger.act((tx) => walletSpend(tx, request))).toMatchObject({ fresh: false });
  });

  test('takes fleeting coins first, the soonest to expire before the others, then coins', async () => {
    const player = await ledger.player();
    await topUp(player, 100);
    await ledger.grant(player, 40, inTwoYears);
    await ledger.grant(player, 30, inAYear);
    await ledger.spend(player, 50);
    const { expiring } = await walletBalance(ledger.db, player);
    expect(expiring).toEqual([{ amount: 20, expiration_date: inTwoYears.toISOString() }]);
    await ledger.spend(player, 90);
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 30 });
    expect(await ledger.act((tx) => walletLockBalance(tx, player))).toEqual({ spendable: 30, debt: 0 });
  });

  test('takes nothing that has expired, swept or not', async () => {
    const player = await ledger.player();
    await ledger.grant(player, 100, new Date(Date.now() - 1_000));
    expect(await ledger.holdings(player)).toEqual(nothing);
    await expect(ledger.spend(player, 1)).rejects.toMatchObject({ code: 'insufficient_funds' });
  });
});

describe('a present that is taken back', () => {
  test('takes what the recipient still has, and the rest from whoever paid, who may owe it; nobody else does', async () => {
    const [payer, friend] = [await ledger.player(), await ledger.player()];
    const payment = `stripe:${randomUUID()}`;
    await topUp(friend, 500, payment, payer);
    await ledger.grant(payer, 40);
    await ledger.spend(friend, 380);
    await dispute(payment, payment, 'OPEN');
    expect(await ledger.holdings(friend)).toEqual({ ...nothing, held: 120 });
    await ledger.grant(friend, 30);
    await dispute(payment, payment, 'WITHDRAWN');
    expect(await ledger.holdings(friend)).toEqual(nothing);
    expect(await ledger.holdings(payer)).toEqual({ ...nothing, debt: 500 - 150 - 40 });
    await dispute(payment, payment, 'RETURNED');
    expect(await ledger.holdings(friend)).toEqual({ ...nothing, coins: 150 });
    expect(await ledger.holdings(payer)).toEqual({ ...nothing, coins: 40 });
    await ledger.spend(friend, 150);
    await refund(payment, 500);
    await refund(payment, 1_000);
    await refund(payment, 1_000);
    expect(await ledger.holdings(friend)).toEqual(nothing);
    expect(await ledger.holdings(payer)).toEqual({ ...nothing, debt: 460 });
  });
});

describe('a refund', () => {
  test('in parts, told twice and out of order, takes each part once, and of the share what is due', async () => {
    const referrer = await ledger.player();
    const player = await ledger.player(referrer);
    const payment = `stripe:${randomUUID()}`;
    await topUp(player, 999, payment);
    expect(await ledger.holdings(referrer)).toEqual({ ...nothing, coins: 199 });

    await refund(payment, 335);
    // 334 of 999 coins are refunded, and 66 of the share of 199, in proportion.
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 665 });
    expect(await ledger.holdings(referrer)).toEqual({ ...nothing, coins: 133 });
    await Promise.all([refund(payment, 700), refund(payment, 335), refund(payment, 500), refund(payment, 700)]);
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 300 });
    expect(await ledger.holdings(referrer)).toEqual({ ...nothing, coins: 60 });
    await Promise.all(Array.from({ length: 10 }, () => refund(payment, 1_000)));
    expect(await refund(payment, 999)).toBeNull();
    expect(await ledger.holdings(player)).toEqual(nothing);
    expect(await ledger.holdings(referrer)).toEqual(nothing);
  });

  test('of coins that are spent leaves a debt, which blocks spending and is repaid by what comes in', async () => {
    const referrer = await ledger.player();
    const player = await ledger.player(referrer);
    const payment = `stripe:${randomUUID()}`;
    await topUp(player, 500, payment);
    await ledger.spend(player, 400);
    await ledger.spend(referrer, 100);
    await refund(payment, 1_000);
    expect(await ledger.holdings(player)).toEqual({ ...nothing, debt: 400 });
    expect(await ledger.holdings(referrer)).toEqual({ ...nothing, debt: 100 });

    await ledger.grant(player, 50, inAYear);
    await expect(ledger.spend(player, 10)).rejects.toMatchObject({ code: 'wallet_debt', params: { coins: 400 } });
    expect(await ledger.act((tx) => walletLockBalance(tx, player))).toEqual({ spendable: 0, debt: 400 });
    await topUp(player, 300);
    expect(await ledger.holdings(player)).toEqual({ ...nothing, fleeting: 50, debt: 100 });
    await ledger.grant(player, 150);
    expect(await ledger.holdings(player)).toEqual({ ...nothing, fleeting: 50, coins: 50 });
    await ledger.spend(player, 100);
  });

  test('of a payment that was never credited is a fault, so that the provider asks again', async () => {
    await expect(refund('stripe:nobody', 100)).rejects.toThrow('was not credited');
  });
});

describe('a dispute', () => {
  test('holds the coins, takes them, and gives them back', async () => {
    const referrer = await ledger.player();
    const player = await ledger.player(referrer);
    const payment = `stripe:${randomUUID()}`;
    const id = `stripe:${randomUUID()}`;
    await topUp(player, 500, payment);
    await Promise.all(Array.from({ length: 5 }, () => dispute(payment, id, 'OPEN')));
    expect(await ledger.holdings(player)).toEqual({ ...nothing, held: 500 });
    await expect(ledger.spend(player, 1)).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(await ledger.holdings(referrer)).toEqual({ ...nothing, coins: 100 });

    await Promise.all(Array.from({ length: 5 }, () => dispute(payment, id, 'WITHDRAWN')));
    expect(await ledger.holdings(player)).toEqual(nothing);
    expect(await ledger.holdings(referrer)).toEqual(nothing);

    await Promise.all([dispute(payment, id, 'RETURNED'), dispute(payment, id, 'RETURNED')]);
    await dispute(payment, id, 'WITHDRAWN');
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 500 });
    expect(await ledger.holdings(referrer)).toEqual({ ...nothing, coins: 100 });
  });

  test('of coins that are spent holds what is there, and leaves a debt when it is lost', async () => {
    const player = await ledger.player();
    const payment = `stripe:${randomUUID()}`;
    const id = `stripe:${randomUUID()}`;
    await topUp(player, 500, payment);
    await ledger.spend(player, 300);
    await dispute(payment, id, 'OPEN');
    expect(await ledger.holdings(player)).toEqual({ ...nothing, held: 200 });
    await topUp(player, 100);
    await dispute(payment, id, 'WITHDRAWN');
    expect(await ledger.holdings(player)).toEqual({ ...nothing, debt: 200 });
    await dispute(payment, id, 'RETURNED');
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 300 });
  });

  test('that ends without a withdrawal lets the coins go', async () => {
    const player = await ledger.player();
    const payment = `stripe:${randomUUID()}`;
    const id = `stripe:${randomUUID()}`;
    await topUp(player, 500, payment);
    await dispute(payment, id, 'OPEN', { disputed: 800 });
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 100, held: 400 });
    await dispute(payment, id, 'RETURNED');
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 500 });
  });

  test('never takes more than a refund has left', async () => {
    const player = await ledger.player();
    const payment = `stripe:${randomUUID()}`;
    await topUp(player, 500, payment);
    await refund(payment, 600);
    await dispute(payment, `stripe:${randomUUID()}`, 'WITHDRAWN');
    expect(await ledger.holdings(player)).toEqual(nothing);
  });

  test('leaves what it holds to a refund, whole or in part', async () => {
    const player = await ledger.player();
    const payment = `stripe:${randomUUID()}`;
    const id = `stripe:${randomUUID()}`;
    await topUp(player, 500, payment);
    await dispute(payment, id, 'OPEN');
    await refund(payment, 400);
    expect(await ledger.holdings(player)).toEqual({ ...nothing, held: 300 });
    await refund(payment, 1_000);
    expect(await ledger.holdings(player)).toEqual(nothing);
    await dispute(payment, id, 'RETURNED', { refunded: 1_000 });
    expect(await ledger.holdings(player)).toEqual(nothing);
  });

  test('that is won returns nothing that was refunded meanwhile', async () => {
    const player = await ledger.player();
    const payment = `stripe:${randomUUID()}`;
    const id = `stripe:${randomUUID()}`;
    await topUp(player, 500, payment);
    await dispute(payment, id, 'WITHDRAWN');
    expect(await refund(payment, 600)).toBeNull();
    await dispute(payment, id, 'RETURNED', { refunded: 600 });
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 200 });
    await dispute(payment, id, 'RETURNED', { refunded: 600 });
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 200 });
  });

  test('told in the wrong order ends where it should', async () => {
    const player = await ledger.player();
    const payment = `stripe:${randomUUID()}`;
    const id = `stripe:${randomUUID()}`;
    await topUp(player, 500, payment);
    await dispute(payment, id, 'RETURNED');
    await dispute(payment, id, 'WITHDRAWN');
    await dispute(payment, id, 'OPEN');
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 500 });
  });
});

describe('a correction', () => {
  test('of a subscription gives fleeting coins back with their expiry', async () => {
    const player = await ledger.player();
    await ledger.grant(player, 40, inAYear);
    await topUp(player, 100);
    const { transactionId } = await ledger.spend(player, 90);
    const reversals = await Promise.all(
      Array.from({ length: 5 }, () => ledger.act((tx) => walletReverse(tx, transactionId))),
    );
    expect(reversals.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 100, fleeting: 40 });
  });

  test('of a grant takes what is left, and the rest becomes debt', async () => {
    const player = await ledger.player();
    const fleeting = await ledger.grant(player, 100, inAYear);
    const coins = await ledger.grant(player, 50);
    await ledger.spend(player, 70);
    await ledger.act((tx) => walletReverse(tx, fleeting.transactionId));
    expect(await ledger.holdings(player)).toEqual({ ...nothing, debt: 20 });
    await ledger.act((tx) => walletReverse(tx, coins.transactionId));
    expect(await ledger.holdings(player)).toEqual({ ...nothing, debt: 70 });
  });

  test('of a grant asks for nothing that has expired', async () => {
    const player = await ledger.player();
    await topUp(player, 100);
    const soon = new Date(Date.now() + 1_000);
    const spent = await ledger.grant(player, 50, soon);
    await ledger.spend(player, 20);
    const unspent = await ledger.grant(player, 40, new Date(Date.now() - 1_000));
    await expect
      .poll(async () => {
        await walletExpire(ledger.db);
        return ledger.count("lots where remaining > 0 and expires_at < now() + interval '1 minute'");
      })
      .toBe(0);
    await ledger.act((tx) => walletReverse(tx, spent.transactionId));
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 80 });
    await expect(ledger.act((tx) => walletReverse(tx, unspent.transactionId))).rejects.toThrow('Nothing is left');
    expect(await ledger.holdings(player)).toEqual({ ...nothing, coins: 80 });
  });

  test('of a payment is refused: that is what refunds are for', async () => {
    const { transactionId } = await topUp(await ledger.player(), 100);
    await expect(ledger.act((tx) => walletReverse(tx, transactionId))).rejects.toThrow('cannot be reversed');
  });
});

test('the bonus of a referral is paid once to each', async () => {
  const [referrerId, referredId] = [await ledger.player(), await ledger.player()];
  const bonus = { referralId: randomUUID(), referrerId, referredId };
  await Promise.all(Array.from({ length: 10 }, () => ledger.act((tx) => walletBonus(tx, bonus))));
  expect(await ledger.holdings(referrerId)).toEqual({ ...nothing, coins: 300 });
  expect(await ledger.holdings(referredId)).toEqual({ ...nothing, coins: 300 });
});

test('two players who pay for one another at once do not wait for one another for ever', async () => {
  const first = await ledger.player();
  const second = await ledger.player(first);
  await runSql(ledger.url, "insert into referrals (referrer_id, referred_id, status) values ($1, $2, 'VERIFIED')", [
    second,
    first,
  ]);
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? topUp(first, 100) : topUp(second, 100))));
  expect(await ledger.holdings(first)).toEqual({ ...nothing, coins: 1_200 });
  expect(await ledger.holdings(second)).toEqual({ ...nothing, coins: 1_200 });
});

test('what fails leaves nothing behind', async () => {
  const player = await ledger.player();
  const before = await ledger.count('transactions');
  const failing = ledger.act(async (tx) => {
    await walletTopUp(tx, {
      payment: `stripe:${randomUUID()}`,
      payerId: player,
      recipientId: player,
      coins: 100,
      monthlyShares: 0,
    });
    throw new Error('the process is killed here');
  });
  await expect(failing).rejects.toThrow('killed');
  expect(await ledger.count('transactions')).toBe(before);
  expect(await ledger.holdings(player)).toEqual(nothing);
});
