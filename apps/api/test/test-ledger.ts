import { randomUUID } from 'node:crypto';
import { type Db, openDb, openPool, type Tx } from '../src/db/pool.ts';
import { checkNext, type Place, startOf } from '../src/domains/coins/wallet/ledger-checks.ts';
import type { Violation } from '../src/domains/coins/wallet/ledger-violations.ts';
import { walletBalance } from '../src/domains/coins/wallet/wallet-statement.ts';
import { walletGrant } from '../src/domains/coins/wallet/wallet-grant.ts';
import type { Posted } from '../src/domains/coins/wallet/wallet-post.ts';
import { walletSpend } from '../src/domains/coins/wallet/wallet-spend.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { createTestDatabase } from './test-database.ts';

export interface TestLedger extends AsyncDisposable {
  url: string;
  db: Db;
  /** Creates a player with an empty wallet, as a verified referral if a referrer is given. @returns the id */
  player(referrerId?: string): Promise<string>;
  /** Runs the work in a database transaction. */
  act<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  grant(userId: string, coins: number, expiresAt?: Date | null): Promise<Posted>;
  /** Pays for a subscription. */
  spend(userId: string, coins: number, key?: string): Promise<Posted>;
  /** The number of rows in a table, which may be followed by a `where`. */
  count(what: string): Promise<number>;
  /** The player's coins, fleeting coins, held coins and debt. */
  holdings(userId: string): Promise<{ coins: number; fleeting: number; held: number; debt: number }>;
  violations(): Promise<Violation[]>;
}

/** The ledger's operations on a new database, without a server. */
export async function openTestLedger(): Promise<TestLedger> {
  const url = await createTestDatabase();
  const db = openDb(openPool(url, 12));
  const act = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);
  return {
    url,
    db,
    async player(referrerId) {
      const id = randomUUID();
      await runSql(
        url,
        `insert into users (id, nickname, game_uuid, password_hash, language, reg_ip)
         values ($1, $2, gen_random_uuid(), '', 'en', '127.0.0.1')`,
        [id, `p_${id.replaceAll('-', '').slice(0, 12)}`],
      );
      if (referrerId !== undefined) {
        await runSql(url, "insert into referrals (referrer_id, referred_id, status) values ($1, $2, 'VERIFIED')", [
          referrerId,
          id,
        ]);
      }
      return id;
    },
    act,
    grant: (userId, coins, expiresAt = null) =>
      act((tx) => walletGrant(tx, { id: randomUUID(), userId, coins, expiresAt, reason: 'A present' })),
    spend: (userId, coins, key = `sub:${randomUUID()}`) =>
      act((tx) => walletSpend(tx, { userId, coins, key, ref: randomUUID() })),
    count: async (what) => Number((await runSql(url, `select count(*) as n from ${what}`))[0]?.['n']),
    async holdings(userId) {
      const { coins, expiring, held, debt } = await walletBalance(db, userId);
      return { coins, fleeting: expiring.reduce((sum, { amount }) => sum + amount, 0), held, debt };
    },
    violations: () => violationsOf(db),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

/** Everything that is wrong in a ledger. @param size rows verified at a time */
export async function violationsOf(db: Db, size = 50): Promise<Violation[]> {
  const found: Violation[] = [];
  let place: Place | null = startOf();
  while (place !== null) {
    const part: Awaited<ReturnType<typeof checkNext>> = await checkNext(db, place, size);
    found.push(...part.violations);
    place = part.place;
  }
  return found;
}
