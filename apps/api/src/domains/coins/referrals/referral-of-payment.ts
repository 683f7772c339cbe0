import type { Tx } from '../../../db/pool.ts';
import { sessionsInCommon } from '../../identity/sessions/session-places.ts';
import { hasHolderInCommon, lockReferralOf } from './referral-queries.ts';

interface PaymentReferral {
  referralId: string;
  referrerId: string;
  verified: boolean;
}

/**
 * The referral that a payment counts for; its state stays until the transaction ends. null when the payer was referred by nobody, or
 * when the payer or whoever gets the coins is the referrer: the same account, a chat account that both have ever linked, or
 * sessions of one browser.
 */
export async function referralOfPayment(
  tx: Tx,
  { payerId, recipientId }: { payerId: string; recipientId: string },
): Promise<PaymentReferral | null> {
  const referral = await lockReferralOf(tx, payerId);
  if (!referral) return null;
  const { referrerId } = referral;
  const others = [payerId, recipientId];
  if (recipientId === referrerId) return null;
  if (await hasHolderInCommon(tx, referrerId, others)) return null;
  if (await sessionsInCommon(tx, referrerId, others)) return null;
  return { referralId: referral.id, referrerId, verified: referral.status === 'VERIFIED' };
}
