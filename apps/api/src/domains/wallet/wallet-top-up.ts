import type { Tx } from '../../db/pool.ts';
import { referralOf } from '../referrals/referral-of.ts';
import { creditOf, referralShare } from './ledger-policy.ts';
import { checkCoins, lockWallets, openTransaction, post, type Posted } from './wallet-post.ts';

interface TopUp {
  /** The payment, which is the key too: `stripe:{session}` or `robokassa:{InvId}`. */
  payment: string;
  payerId: string;
  /** Who gets the coins. */
  recipientId: string;
  coins: number;
}

/** Credits coins that were paid for with money, and to the payer's referrer his share. @throws AppError idempotency_conflict */
export async function walletTopUp(tx: Tx, { payment, payerId, recipientId, coins }: TopUp): Promise<Posted> {
  checkCoins(coins);
  const referral = await referralOf(tx, payerId);
  const walletFor = await lockWallets(tx, referral ? [recipientId, referral.referrerId] : [recipientId]);
  const asked = { payerId, recipientId, coins };
  const posted = await openTransaction(tx, { kind: 'TOP_UP', key: payment, asked, ref: payment });
  if (!posted.fresh) return posted;

  const wallet = walletFor(recipientId);
  await post(tx, posted.transactionId, wallet, creditOf(wallet.holdings, coins), 'SALES_CLEARING');
  const share = referralShare(coins);
  if (referral && share > 0) {
    const { transactionId } = await openTransaction(tx, {
      kind: 'REFERRAL_SHARE',
      key: `ref20:${payment}`,
      asked: { share },
      ref: referral.id,
    });
    const referrer = walletFor(referral.referrerId);
    await post(tx, transactionId, referrer, creditOf(referrer.holdings, share), 'REFERRAL_EXPENSE');
  }
  return posted;
}
