import type { Tx } from '../../../db/pool.ts';
import { loadTopUp, settleShare } from './payment-lock.ts';
import { findAccrued, grantShare, sumGrantedThisMonth } from './share-queries.ts';
import { lockWallet, type Wallet } from './wallet-post.ts';

interface Referral {
  referralId: string;
  referrerId: string;
  /** Coins that a referrer may be granted in a month, by UTC. */
  monthlyShares: number;
}

/** Grants what has accrued for a referral that has just been verified, whose row is locked. */
export async function walletGrantShares(tx: Tx, referral: Referral): Promise<void> {
  await grantShares(tx, referral, await lockWallet(tx, referral.referrerId));
}

/**
 * The same with the referrer's wallet locked, as for anything that moves a share: each as far as the month's limit allows, less what was
 * taken back of its payment meanwhile.
 */
export async function grantShares(
  tx: Tx,
  { referralId, referrerId, monthlyShares }: Referral,
  wallet: Wallet,
): Promise<void> {
  let left = monthlyShares - (await sumGrantedThisMonth(tx, referrerId));
  for (const { payment, coins } of await findAccrued(tx, referralId)) {
    const granted = Math.max(0, Math.min(coins, left));
    left -= granted;
    await grantShare(tx, payment, granted);
    const topUp = await loadTopUp(tx, payment);
    await settleShare(tx, { topUp, share: { payment, referralId, wallet } }, payment);
  }
}
