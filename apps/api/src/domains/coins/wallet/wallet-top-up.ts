import type { Tx } from '../../../db/pool.ts';
import { referralOfPayment } from '../referrals/referrals.ts';
import { creditOf, referralShare } from './ledger-policy.ts';
import { insertShare } from './share-queries.ts';
import { checkCoins, lockWallets, openTransaction, post, type Posted } from './wallet-post.ts';
import { grantShares } from './wallet-shares.ts';

interface TopUp {
  /** The payment, also used as the key: `stripe:{session}` or `robokassa:{InvId}`. */
  payment: string;
  payerId: string;
  /** The recipient of the coins. */
  recipientId: string;
  coins: number;
  /** Most coins that a referrer's shares may come to in a month. */
  monthlyShares: number;
}

/**
 * Credits coins bought with money. The share of the payer's referrer accrues, and is granted at once if the referral is verified.
 * @throws AppError idempotency_conflict
 */
export async function walletTopUp(
  tx: Tx,
  { payment, payerId, recipientId, coins, monthlyShares }: TopUp,
): Promise<Posted> {
  checkCoins(coins);
  const referral = await referralOfPayment(tx, { payerId, recipientId });
  const walletFor = await lockWallets(tx, referral ? [recipientId, referral.referrerId] : [recipientId]);
  const asked = { payerId, recipientId, coins };
  const posted = await openTransaction(tx, { kind: 'TOP_UP', key: payment, asked, ref: payment });
  if (!posted.fresh) return posted;

  const wallet = walletFor(recipientId);
  await post(tx, posted.transactionId, wallet, creditOf(wallet.holdings, coins), 'SALES_CLEARING');
  const share = referralShare(coins);
  if (!referral || share === 0) return posted;
  const { referralId, referrerId } = referral;
  await insertShare(tx, { payment, referralId, referrerId, coins: share });
  if (referral.verified) await grantShares(tx, { referralId, referrerId, monthlyShares }, walletFor(referrerId));
  return posted;
}
