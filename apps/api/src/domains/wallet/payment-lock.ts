import type { Tx } from '../../db/pool.ts';
import { creditOf, referralShare, seizureOf } from './ledger-policy.ts';
import { lockWallets, openTransaction, post, type Wallet } from './wallet-post.ts';
import { findPayment, type PaidTransaction, sumTakenBack } from './wallet-queries.ts';

/** A payment that was credited, with the wallets that it concerns locked until the transaction ends. */
export interface LockedPayment {
  topUp: PaidTransaction;
  wallet: Wallet;
  /** What the referrer got of it; null when there was nothing to get. */
  share: (PaidTransaction & { wallet: Wallet }) | null;
}

/** @throws Error when the payment was never credited */
export async function lockPayment(tx: Tx, payment: string): Promise<LockedPayment> {
  const { topUp, share } = await findPayment(tx, payment);
  if (!topUp) throw new Error(`The payment ${payment} was not credited`);
  const walletFor = await lockWallets(tx, share ? [topUp.userId, share.userId] : [topUp.userId]);
  return {
    topUp,
    wallet: walletFor(topUp.userId),
    share: share && { ...share, wallet: walletFor(share.userId) },
  };
}

/**
 * Brings the referrer's share to what it has to be after part of a payment was taken back, or given back again: of all that
 * was taken back so far the share, rounded down, is taken back too.
 * @param cause the key of the transaction that has changed it
 */
export async function settleShare(tx: Tx, { topUp, share }: LockedPayment, cause: string): Promise<void> {
  if (!share) return;
  const due = referralShare((await sumTakenBack(tx, topUp.id)).total);
  const coins = due - (await sumTakenBack(tx, share.id)).total;
  if (coins === 0) return;
  const { transactionId } = await openTransaction(tx, {
    kind: coins > 0 ? 'REFERRAL_SHARE_REVERSAL' : 'REFERRAL_SHARE',
    key: `ref20:${cause}`,
    asked: { coins },
    ref: share.ref,
    reverses: share.id,
  });
  const { holdings } = share.wallet;
  const change = coins > 0 ? seizureOf(holdings, coins) : creditOf(holdings, -coins);
  await post(tx, transactionId, share.wallet, change, 'REFERRAL_EXPENSE');
}
