import type { Tx } from '../../db/pool.ts';
import { walletBonus } from '../wallet/wallet-bonus.ts';
import { findReferralOf, hasHeld, insertClaim, insertHolder, markVerified } from './referral-queries.ts';

/**
 * To be called at every linking of a chat account, within its transaction. If the player was referred, the referral becomes
 * VERIFIED and both players get the bonus: once ever for a chat account and once ever for a referred player, whatever is
 * unlinked, linked again or deleted. A chat account that has earned before, or that the referrer himself has ever linked, earns
 * nothing and the referral stays as it is. That a second chat account is the referrer's own as well nobody can see.
 * @param chatAccount `{platform}:{the platform's own id of the account}`
 */
export async function referralVerify(
  tx: Tx,
  { userId, chatAccount }: { userId: string; chatAccount: string },
): Promise<void> {
  await insertHolder(tx, chatAccount, userId);
  const referral = await findReferralOf(tx, userId);
  if (!referral || (await hasHeld(tx, chatAccount, referral.referrerId))) return;
  const { id: referralId, referrerId } = referral;
  if (!(await insertClaim(tx, { chatAccount, referredId: userId, referrerId, referralId }))) return;
  await markVerified(tx, referralId);
  await walletBonus(tx, { referralId, referrerId, referredId: userId });
}
