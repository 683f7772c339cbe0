import type { Tx } from '../../../db/pool.ts';

/** A player has registered by another's invitation. The referral is NOT_VERIFIED. */
export async function referralBegin(tx: Tx, referrerId: string, referredId: string): Promise<void> {
  await tx.insertInto('referrals').values({ referrer_id: referrerId, referred_id: referredId }).execute();
}
