import type { PageQuery } from '@realmkeep/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';

export function findReferralOf(db: Db | Tx, referredId: string) {
  return db
    .selectFrom('referrals')
    .select(['id', 'referrer_id as referrerId'])
    .where('referred_id', '=', referredId)
    .executeTakeFirst();
}

export async function insertHolder(tx: Tx, chatAccount: string, userId: string): Promise<void> {
  await tx
    .insertInto('chat_account_holders')
    .values({ chat_account: chatAccount, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasHeld(tx: Tx, chatAccount: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('chat_account_holders')
    .select('user_id')
    .where('chat_account', '=', chatAccount)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Claim {
  chatAccount: string;
  referredId: string;
  referrerId: string;
  referralId: string;
}

/** False when the chat account or the referred player has a claim already. */
export async function insertClaim(
  tx: Tx,
  { chatAccount, referredId, referrerId, referralId }: Claim,
): Promise<boolean> {
  const row = await tx
    .insertInto('referral_claims')
    .values({
      chat_account: chatAccount,
      referred_id: referredId,
      referrer_id: referrerId,
      referral_id: referralId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('chat_account')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markVerified(tx: Tx, referralId: string): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ status: 'VERIFIED', updated_at: sql<Date>`now()` })
    .where('id', '=', referralId)
    .execute();
}

/** Whom a player has brought, the latest first. */
export function findReferrals(db: Db, referrerId: string, { page, size }: PageQuery) {
  return db
    .selectFrom('referrals as r')
    .innerJoin('users as u', 'u.id', 'r.referred_id')
    .where('r.referrer_id', '=', referrerId)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(size)
    .offset(page * size)
    .select(['r.id', 'u.nickname', 'r.status', 'r.created_at', 'r.updated_at'])
    .execute();
}

export async function countReferrals(db: Db, referrerId: string): Promise<number> {
  const { total } = await db
    .selectFrom('referrals')
    .where('referrer_id', '=', referrerId)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Coins that the referrer got by each of these referrals, less what was taken back. */
export function sumEarnings(db: Db, referrerId: string, referralIds: readonly string[]) {
  return earnings(db, referrerId)
    .where('r.id', 'in', referralIds)
    .groupBy('r.id')
    .select(['r.id', credited.as('coins')])
    .execute();
}

/** The same of all his referrals together. */
export async function sumAllEarnings(db: Db, referrerId: string): Promise<number> {
  const { coins } = await earnings(db, referrerId).select(credited.as('coins')).executeTakeFirstOrThrow();
  return coins;
}

function earnings(db: Db, referrerId: string) {
  return db
    .selectFrom('referrals as r')
    .innerJoin('transactions as t', (join) => join.on(sql<boolean>`t.ref = r.id::text`))
    .innerJoin('entries as e', 'e.transaction_id', 't.id')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .where('r.referrer_id', '=', referrerId)
    .where('a.user_id', '=', referrerId);
}

const credited = sql<number>`coalesce(sum(case when e.direction = 'CREDIT' then e.amount else -e.amount end), 0)::float8`;
