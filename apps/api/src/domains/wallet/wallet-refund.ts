import type { Tx } from '../../db/pool.ts';
import { partOf, seizureOf } from './ledger-policy.ts';
import { lockPayment, settleShare } from './payment-lock.ts';
import { findPosted, openTransaction, post, type Posted } from './wallet-post.ts';
import { sumTakenBack } from './wallet-queries.ts';

interface Refund {
  /** As it was credited: `stripe:{session}` or `robokassa:{InvId}`. */
  payment: string;
  /** The provider's charge. */
  charge: string;
  /** Given back of it so far, all together, in minor units. */
  refunded: number;
  /** The whole payment, in minor units. */
  paid: number;
}

/**
 * Takes back the coins of what was given back: the difference to what was taken for it so far. Coins that are not there any more
 * become debt. The amounts may be told late, twice and in any order.
 * @returns null when there is nothing more to take
 * @throws AppError idempotency_conflict
 * @throws Error when the payment was never credited
 */
export async function walletRefund(tx: Tx, { payment, charge, refunded, paid }: Refund): Promise<Posted | null> {
  const locked = await lockPayment(tx, payment);
  const key = `refund:${charge}:${refunded}`;
  const opening = { kind: 'REFUND', key, asked: { payment, paid } } as const;
  const known = await findPosted(tx, opening);
  if (known) return known;

  const { topUp, wallet } = locked;
  const taken = await sumTakenBack(tx, topUp.id);
  const coins = Math.min(partOf(topUp.coins, refunded, paid) - taken.refunds, topUp.coins - taken.total);
  if (coins <= 0) return null;
  const posted = await openTransaction(tx, { ...opening, ref: payment, reverses: topUp.id });
  await post(tx, posted.transactionId, wallet, seizureOf(wallet.holdings, coins), 'SALES_CLEARING');
  await settleShare(tx, locked, key);
  return posted;
}
