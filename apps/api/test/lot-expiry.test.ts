import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walletExpire, walletSpend } from '../src/domains/coins/wallet/wallet-spend.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { openTestLedger, type TestLedger } from './test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger[Symbol.asyncDispose]());

const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000);

describe('expiry', () => {
  test('of 20 sweeps at once takes each lot once', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => ledger.player()));
    const past = new Date(Date.now() - 1_000);
    for (const player of players) {
      await ledger.grant(player, 10, past);
      await ledger.grant(player, 20, past);
      await ledger.grant(player, 30, inAYear);
    }
    await Promise.all(Array.from({ length: 20 }, () => walletExpire(ledger.db)));
    // A wallet that is locked is left for the next run.
    await walletExpire(ledger.db);
    expect(await ledger.count("transactions where kind = 'EXPIRY'")).toBe(10);
    expect(await ledger.count('lots where remaining > 0 and expires_at < now()')).toBe(0);
    for (const player of players) expect(await ledger.holdings(player)).toMatchObject({ coins: 0, fleeting: 30 });
  });

  test('and spending at the same moment never take the same coins', async () => {
    const player = await ledger.player();
    const expiresAt = new Date(Date.now() + 150);
    const lots = 30;
    for (let n = 0; n < lots; n += 1) await ledger.grant(player, 10, expiresAt);
    let spent = 0;
    const unswept = () => ledger.count(`lots where remaining > 0 and expires_at = '${expiresAt.toISOString()}'`);
    while ((await unswept()) > 0) {
      const round = await Promise.allSettled([
        ledger.spend(player, 10),
        walletExpire(ledger.db),
        ledger.spend(player, 10),
      ]);
      spent += [round[0], round[2]].filter(({ status }) => status === 'fulfilled').length;
    }
    const [expired] = await runSql(
      ledger.url,
      `select coalesce(sum(u.amount), 0)::int as coins from lot_use u
       join transactions t on t.id = u.transaction_id and t.kind = 'EXPIRY' join lots l on l.id = u.lot_id
       where l.expires_at = $1`,
      [expiresAt],
    );
    expect(spent * 10 + Number(expired?.['coins'])).toBe(lots * 10);
    expect(await ledger.holdings(player)).toMatchObject({ coins: 0, fleeting: 0 });
    expect(await ledger.violations()).toEqual([]);
  });

  test('of one that fails does not keep the others from it, and is told', async () => {
    const [bad, good] = [await ledger.player(), await ledger.player()];
    await ledger.grant(bad, 10, new Date(Date.now() - 2_000));
    await ledger.grant(good, 10, new Date(Date.now() - 1_000));
    const [lot] = await runSql(ledger.url, 'select id from lots where remaining > 0 order by expires_at limit 1');
    await ledger.grant(bad, 1);
    const spending = { userId: bad, coins: 1, key: `expire:${String(lot?.['id'])}`, ref: 'something else' };
    await ledger.act((tx) => walletSpend(tx, spending));
    await expect(walletExpire(ledger.db)).rejects.toThrow(AggregateError);
    expect(await ledger.count('lots where remaining > 0 and expires_at < now()')).toBe(1);
  });
});
