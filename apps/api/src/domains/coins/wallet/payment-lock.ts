import type { Tx } from '../../../db/pool.ts';
import { chargebackOf, creditOf, seizureOf, shareDue, shortfall } from './ledger-policy.ts';
import { findShare, loadShareState } from './share-queries.ts';
import { lockWallet, lockWallets, openTransaction, post, type Posted, type Wallet } from './wallet-post.ts';
import { findTopUp, type PaidTransaction, sumTakenBack } from './wallet-queries.ts';

/** A credited payment, with the wallets involved locked until the transaction ends. */
export interface LockedPayment {
  topUp: PaidTransaction;
  /** The recipient of the coins. */
  wallet: Wallet;
  /** For a present, the payer's wallet; null when the payer bought for themselves. */
  payer: Wallet | null;
  /** The referrer's share, accruing or granted; null when there is none. */
  share: LockedShare | null;
}

interface LockedShare {
  payment: string;
  referralId: string;
  /** The referrer's. */
  wallet: Wallet;
}

/** @throws Error when the payment was never credited */
export async function lockPayment(tx: Tx, payment: string, payerId: string): Promise<LockedPayment> {
  const topUp = await loadTopUp(tx, payment);
  const share = await findShare(tx, payment);
  const walletFor = await lockWallets(tx, [topUp.userId, payerId, ...(share ? [share.referrerId] : [])]);
  return {
    topUp,
    wallet: walletFor(topUp.userId),
    payer: payerId === topUp.userId ? null : walletFor(payerId),
    share: share ? { payment, referralId: share.referralId, wallet: walletFor(share.referrerId) } : null,
  };
}

/** @throws Error when the payment was never credited */
export async function loadTopUp(tx: Tx, payment: string): Promise<PaidTransaction> {
  const topUp = await findTopUp(tx, payment);
  if (!topUp) throw new Error(`The payment ${payment} was not credited`);
  return topUp;
}

interface TakingBack {
  kind: 'REFUND' | 'CHARGEBACK';
  key: string;
  asked: Record<string, string | number>;
  payment: string;
  coins: number;
  /** The part of them held for it; anything held beyond them is released. */
  held: number;
  recover?: Recover | undefined;
}

/**
 * For a present: turns what was bought with it back into coins, as far as coins are missing.
 * @param cause the key of what takes them back
 */
export type Recover = (missing: number, cause: string) => Promise<void>;

/** Coins of a payment that were taken back, and how many of them from the payer of a present. */
export interface TakenBack {
  coins: number;
  fromPayer: number;
}

/**
 * Takes a payment's coins back from their recipient; any shortfall becomes debt. For a present, what was bought with it goes first, and the
 * rest is taken from the payer: nobody owes for what others gave and took back.
 */
export async function takeBack(
  tx: Tx,
  { topUp, wallet, payer }: LockedPayment,
  { kind, key, asked, payment, coins, held, recover }: TakingBack,
): Promise<Posted & TakenBack> {
  const about = { kind, ref: payment, reverses: topUp.id };
  const missing = payer && recover ? shortfall(wallet.holdings, held, coins) : 0;
  if (recover && missing > 0) {
    await recover(missing, key);
    Object.assign(wallet.holdings, (await lockWallet(tx, topUp.userId)).holdings);
  }
  const fromPayer = payer ? shortfall(wallet.holdings, held, coins) : 0;
  let posted: Posted | null = null;
  if (coins - fromPayer > 0 || held > 0) {
    posted = await openTransaction(tx, { ...about, key, asked });
    await post(
      tx,
      posted.transactionId,
      wallet,
      chargebackOf(wallet.holdings, held, coins - fromPayer),
      'SALES_CLEARING',
    );
  }
  if (payer && fromPayer > 0) {
    const ofPayer = await openTransaction(tx, { ...about, key: posted ? `${key}:payer` : key, asked });
    await post(tx, ofPayer.transactionId, payer, seizureOf(payer.holdings, fromPayer), 'SALES_CLEARING');
    posted ??= ofPayer;
  }
  if (!posted) throw new RangeError('There is nothing to take back');
  return { ...posted, coins, fromPayer };
}

/**
 * Adjusts the referrer's share of a payment to what is due: after it was granted, or after part of the payment was taken back or returned.
 * While it accrues, nothing is due.
 * @param cause the key of the transaction that made the change
 */
export async function settleShare(
  tx: Tx,
  { topUp, share }: Pick<LockedPayment, 'topUp' | 'share'>,
  cause: string,
): Promise<void> {
  if (!share) return;
  const { granted, first, has } = await loadShareState(tx, share.payment);
  if (granted === null) return;
  const taken = (await sumTakenBack(tx, topUp.id)).total;
  const coins = shareDue({ granted, paid: topUp.coins, taken }) - has;
  if (coins === 0) return;
  const { transactionId } = await openTransaction(tx, {
    kind: coins > 0 ? 'REFERRAL_SHARE' : 'REFERRAL_SHARE_REVERSAL',
    key: `ref20:${first === null ? share.payment : cause}`,
    asked: { coins },
    ref: share.referralId,
    ...(first === null ? {} : { reverses: first }),
  });
  const { holdings } = share.wallet;
  const change = coins > 0 ? creditOf(holdings, coins) : seizureOf(holdings, -coins);
  await post(tx, transactionId, share.wallet, change, 'REFERRAL_EXPENSE');
}
