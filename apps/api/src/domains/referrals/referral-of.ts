import type { Tx } from '../../db/pool.ts';
import { findReferralOf } from './referral-queries.ts';

/** By whom the player was referred; null when by nobody. */
export async function referralOf(tx: Tx, userId: string): Promise<{ id: string; referrerId: string } | null> {
  return (await findReferralOf(tx, userId)) ?? null;
}
