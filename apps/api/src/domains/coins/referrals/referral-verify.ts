import type { Tx } from '../../../db/pool.ts';
import type { LinkedAccount } from '../../identity/chat/chat-verify.ts';
import { snowflakeDate } from '../../../integrations/chat/snowflake.ts';
import { walletBonus } from '../wallet/wallet-bonus.ts';
import { walletGrantShares } from '../wallet/wallet-shares.ts';
import { bonusWait } from './referral-policy.ts';
import { hasHeld, insertClaim, insertHolder, lockReferralOf, markVerified } from './referral-queries.ts';

export interface ReferralRules {
  /** Days that a chat account must have been there. */
  minimumDays: number;
  /** Coins that a referrer may be granted in a month, by UTC. */
  monthlyShares: number;
}

/**
 * To be called at every linking of a chat account, within its transaction, and for those that were too young then. If the player was
 * referred, the referral becomes VERIFIED, both players get the bonus, and the referrer the shares that have accrued: once ever for a
 * chat account and once ever for a referred player, whatever is unlinked, linked again or deleted. A chat account that is too
 * young or has no verified address earns nothing yet; one that has earned before, or that the referrer has ever linked, never
 * will. That a second chat account is the referrer's own as well nobody can see.
 */
export async function referralVerify(
  tx: Tx,
  { minimumDays, monthlyShares }: ReferralRules,
  { userId, platform, id, email }: LinkedAccount,
): Promise<void> {
  const chatAccount = `${platform}:${id}`;
  await insertHolder(tx, chatAccount, userId);
  const referral = await lockReferralOf(tx, userId);
  if (!referral || referral.status === 'VERIFIED') return;
  const { id: referralId, referrerId } = referral;
  const spent = await hasHeld(tx, chatAccount, referrerId);
  const account = { bornAt: snowflakeDate(id), addressVerified: email !== null, spent };
  if (bonusWait({ account, minimumDays, now: new Date() })) return;
  if (!(await insertClaim(tx, { chatAccount, referredId: userId, referrerId, referralId }))) return;
  await markVerified(tx, referralId);
  await walletBonus(tx, { referralId, referrerId, referredId: userId });
  await walletGrantShares(tx, { referralId, referrerId, monthlyShares });
}
