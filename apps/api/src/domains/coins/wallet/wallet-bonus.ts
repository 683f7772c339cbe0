import type { Tx } from '../../../db/pool.ts';
import { creditOf } from './ledger-policy.ts';
import { lockWallets, openTransaction, post } from './wallet-post.ts';

/** For each of both. */
export const bonusCoins = 300;

interface Bonus {
  referralId: string;
  referrerId: string;
  referredId: string;
}

/** Gives the referral bonus to both players. Under the referral's keys it is given once. */
export async function walletBonus(tx: Tx, { referralId, referrerId, referredId }: Bonus): Promise<void> {
  const walletFor = await lockWallets(tx, [referrerId, referredId]);
  for (const [role, userId] of [
    ['referrer', referrerId],
    ['referred', referredId],
  ] as const) {
    const posted = await openTransaction(tx, {
      kind: 'REFERRAL_BONUS',
      key: `ref300:${referralId}:${role}`,
      asked: { userId },
      ref: referralId,
    });
    if (!posted.fresh) continue;
    const wallet = walletFor(userId);
    await post(tx, posted.transactionId, wallet, creditOf(wallet.holdings, bonusCoins), 'PROMOTION_EXPENSE');
  }
}
