import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, now } from '../../../db/pool.ts';
import type { Holdings } from './ledger-policy.ts';

/** More lots than anyone would read. */
const maxLots = 1_000;

/** What is in the player's accounts; expiring coins are listed by lot. */
export function findBalances(db: Db | Tx, userId: string) {
  return db
    .selectFrom('accounts')
    .where('user_id', '=', userId)
    .select([balanceOf('COINS').as('coins'), balanceOf('HELD').as('held'), balanceOf('DEBT').as('debt')])
    .executeTakeFirstOrThrow();
}

function balanceOf(kind: keyof Holdings) {
  return sql<number>`coalesce(max(balance) filter (where kind = ${kind}), 0)::float8`;
}

/** Expiring coins by expiry time. */
export function findExpiring(db: Db | Tx, userId: string) {
  return db
    .selectFrom('lots as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .where('a.user_id', '=', userId)
    .where('a.kind', '=', 'FLEETING')
    .where('l.remaining', '>', '0')
    .where('l.expires_at', '>', now)
    .groupBy('l.expires_at')
    .orderBy('l.expires_at')
    .limit(maxLots)
    .select(['l.expires_at as expiresAt', sql<number>`sum(l.remaining)::float8`.as('amount')])
    .execute();
}

/** A line, and the balance after it. Both in coins, including expiring ones, less debt. */
export interface LineRow {
  id: string;
  kind: string;
  ref: string | null;
  created_at: Date;
  amount: number;
  balance: number;
}

interface Part {
  /** Newest first, or oldest first; the time grows with what is skipped. */
  from: 'latest' | 'first';
  skip: number;
  take: number;
  /** Only lines before this one. */
  before?: LineRow | undefined;
}

/**
 * Lines of a player's statement. Reads no more entries of each account than are skipped and taken: a player's transactions are numbered in
 * the order in which they happened, since each is written under the wallet's lock.
 */
export function selectLines(userId: string, { from, skip, take, before }: Part): RawBuilder<LineRow> {
  const order = from === 'latest' ? sql`desc` : sql`asc`;
  const older = before ? sql`and transaction_id < ${before.id}` : sql``;
  const latest = before ? sql`${before.balance - before.amount}::bigint` : netBalance(userId);
  const balance =
    from === 'latest'
      ? sql`${latest} - coalesce(sum(amount) over (order by transaction_id desc rows between unbounded preceding and 1 preceding), 0)`
      : sql`sum(amount) over (order by transaction_id)`;
  const entriesOf = (kind: keyof Holdings) => sql`(
    select transaction_id, direction, amount from entries
    where account_id = (select id from accounts where user_id = ${userId} and kind = ${kind}) ${older}
    order by transaction_id ${order}
    limit ${skip + take}
  )`;
  return sql<LineRow>`
    select l.transaction_id as id, t.kind, t.ref, t.created_at, l.amount::float8 as amount, l.balance::float8 as balance
    from (
      select transaction_id, amount, ${balance} as balance
      from (
        select transaction_id, sum(case when direction = 'CREDIT' then amount else -amount end) as amount
        from (${entriesOf('COINS')} union all ${entriesOf('FLEETING')} union all ${entriesOf('DEBT')}) e
        group by transaction_id
      ) nearest
      order by transaction_id ${order}
      limit ${take} offset ${skip}
    ) l
    join transactions t on t.id = l.transaction_id
    order by l.transaction_id ${order}`;
}

export async function findLines(db: Db, userId: string, part: Part): Promise<LineRow[]> {
  return (await selectLines(userId, part).execute(db)).rows;
}

/** Maintained by the database, like the balance: migration 0082. */
export async function countLines(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select(sql<number>`lines::float8`.as('lines'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'COINS')
    .executeTakeFirst();
  return row?.lines ?? 0;
}

function netBalance(userId: string) {
  return sql`(
    select sum(case when kind = 'DEBT' then -balance else balance end)
    from accounts where user_id = ${userId} and kind in ('COINS', 'FLEETING', 'DEBT')
  )`;
}

/** The nicknames of both sides of referrals. */
export function findReferralSides(db: Db, referralIds: readonly string[]) {
  return db
    .selectFrom('referrals as r')
    .innerJoin('users as a', 'a.id', 'r.referrer_id')
    .innerJoin('users as b', 'b.id', 'r.referred_id')
    .where('r.id', 'in', referralIds)
    .select(['r.id', 'r.referrer_id as referrerId', 'a.nickname as referrer', 'b.nickname as referred'])
    .execute();
}

/** The other player of each present, given or received, by the payment that credited its coins. */
export function findPresents(db: Db, userId: string, payments: readonly string[]) {
  const payment = sql<string>`case when o.provider = 'card' then 'stripe:' || o.session_id else 'robokassa:' || o.invoice end`;
  const sessions = payments.flatMap((ref) => (ref.startsWith('stripe:') ? ref.slice('stripe:'.length) : []));
  const invoices = payments.flatMap((ref) =>
    ref.startsWith('robokassa:') ? Number(ref.slice('robokassa:'.length)) : [],
  );
  return db
    .selectFrom('orders as o')
    .innerJoin('users as u', (join) =>
      join.on(sql<boolean>`u.id = case when o.buyer_id = ${userId} then o.recipient_id else o.buyer_id end`),
    )
    .where((eb) => eb.or([eb('o.recipient_id', '=', userId), eb('o.buyer_id', '=', userId)]))
    .whereRef('o.buyer_id', '!=', 'o.recipient_id')
    .where((eb) =>
      eb.or([
        eb('o.session_id', '=', sql<string>`any(${sessions})`),
        eb('o.invoice', '=', sql<number>`any(${invoices})`),
      ]),
    )
    .select([payment.as('payment'), 'u.nickname as other'])
    .execute();
}

export function findTiers(db: Db, subscriptionIds: readonly string[]) {
  return db.selectFrom('subscriptions').where('id', 'in', subscriptionIds).select(['id', 'tier']).execute();
}
