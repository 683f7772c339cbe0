import { sql } from 'kysely';
import { type Db, type Tx, now } from '../../../db/pool.ts';

interface NewShare {
  /** The key of the top-up. */
  payment: string;
  referralId: string;
  referrerId: string;
  coins: number;
}

export async function insertShare(tx: Tx, { payment, referralId, referrerId, coins }: NewShare): Promise<void> {
  await tx
    .insertInto('referral_shares')
    .values({ payment, referral_id: referralId, referrer_id: referrerId, coins })
    .execute();
}

/** Who has the share of a payment; this never changes. */
export function findShare(tx: Tx, payment: string) {
  return tx
    .selectFrom('referral_shares')
    .select(['referral_id as referralId', 'referrer_id as referrerId'])
    .where('payment', '=', payment)
    .executeTakeFirst();
}

/** The state of a share: what was granted, or null; its first transaction, if any; and what the referrer has of it now. */
export async function loadShareState(tx: Tx, payment: string) {
  const { rows } = await sql<{ granted: number | null; first: string | null; has: number }>`
    select s.granted::float8 as granted, f.id as first, coalesce((
      select sum(case when e.direction = 'DEBIT' then e.amount else -e.amount end)
      from transactions t
      join entries e on e.transaction_id = t.id
      join accounts a on a.id = e.account_id and a.user_id is null
      where t.id = f.id or t.reverses = f.id
    ), 0)::float8 as has
    from referral_shares s
    left join transactions f on f.idempotency_key = 'ref20:' || s.payment
    where s.payment = ${payment}`.execute(tx);
  const [state] = rows;
  if (!state) throw new Error(`The payment ${payment} has no share`);
  return state;
}

/** A referral's accruing shares, oldest first. */
export function findAccrued(tx: Tx, referralId: string) {
  return tx
    .selectFrom('referral_shares')
    .select(['payment', sql<number>`coins::float8`.as('coins')])
    .where('referral_id', '=', referralId)
    .where('granted', 'is', null)
    .orderBy('created_at')
    .orderBy('payment')
    .execute();
}

/** What was granted to the referrer in the current month, by UTC. */
export async function sumGrantedThisMonth(tx: Db | Tx, referrerId: string): Promise<number> {
  const row = await tx
    .selectFrom('referral_shares')
    .select(sql<number>`coalesce(sum(granted), 0)::float8`.as('coins'))
    .where('referrer_id', '=', referrerId)
    .where('granted_at', '>=', sql<Date>`date_trunc('month', now(), 'UTC')`)
    .executeTakeFirstOrThrow();
  return row.coins;
}

export async function grantShare(tx: Tx, payment: string, granted: number): Promise<void> {
  await tx
    .updateTable('referral_shares')
    .set({ granted, granted_at: now })
    .where('payment', '=', payment)
    .where('granted', 'is', null)
    .execute();
}
