import type { Tx } from '../../../db/pool.ts';
import { creditOf } from './ledger-policy.ts';
import { lockWallet, openTransaction, post } from './wallet-post.ts';
import { findSpending, sumTakenBack } from './wallet-queries.ts';

/** How many coins, expiring ones not counted, a subscription's payment took and did not give back. */
export async function walletPaidInCoins(tx: Tx, payment: string): Promise<number> {
  const spending = await findSpending(tx, payment);
  if (!spending) return 0;
  // What was given back is a debit of the house.
  return Math.max(0, spending.coins + (await sumTakenBack(tx, spending.id)).total);
}

interface GivingBack {
  userId: string;
  /** The key of the subscription's payment. */
  payment: string;
  /** At most what `walletPaidInCoins` says. */
  coins: number;
  /** The key of what makes it necessary: once for each. */
  cause: string;
}

/** Gives coins of a subscription's payment back, for days that will not be used. */
export async function walletGiveBack(tx: Tx, { userId, payment, coins, cause }: GivingBack): Promise<void> {
  const wallet = await lockWallet(tx, userId);
  const spending = await findSpending(tx, payment);
  if (!spending) throw new Error(`The payment ${payment} was never made`);
  const { transactionId } = await openTransaction(tx, {
    kind: 'REVERSAL',
    key: `unused:${cause}`,
    asked: { payment, coins },
    ref: spending.ref,
    reverses: spending.id,
  });
  await post(tx, transactionId, wallet, creditOf(wallet.holdings, coins), 'SUBSCRIPTION_REVENUE');
}
