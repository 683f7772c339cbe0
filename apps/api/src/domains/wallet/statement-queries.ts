import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';

/** More lots than anybody can read of. */
const maxLots = 1_000;

/** What is in the player's accounts; fleeting coins are told by their lots. */
export async function findBalances(db: Db | Tx, userId: string) {
  const of = (kind: string) => sql<number>`coalesce(max(balance) filter (where kind = ${kind}), 0)::float8`;
  return db
    .selectFrom('accounts')
    .where('user_id', '=', userId)
    .select([of('COINS').as('coins'), of('HELD').as('held'), of('DEBT').as('debt')])
    .executeTakeFirstOrThrow();
}

/** Fleeting coins by the moment at which they expire. */
export function findFleeting(db: Db | Tx, userId: string) {
  return db
    .selectFrom('lots as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .where('a.user_id', '=', userId)
    .where('a.kind', '=', 'FLEETING')
    .where('l.remaining', '>', '0')
    .where('l.expires_at', '>', sql<Date>`now()`)
    .groupBy('l.expires_at')
    .orderBy('l.expires_at')
    .limit(maxLots)
    .select(['l.expires_at as expiresAt', sql<number>`sum(l.remaining)::float8`.as('amount')])
    .execute();
}
