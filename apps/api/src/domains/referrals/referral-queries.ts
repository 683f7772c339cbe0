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
