import type { Tx } from '../../../db/pool.ts';
import { partOf } from './ledger-policy.ts';
import { lockPayment, type Recover, settleShare, takeBack, type TakenBack } from './payment-lock.ts';
import { findPosted, type Posted } from './wallet-post.ts';
import { sumTakenBack } from './wallet-queries.ts';

interface Refund {
  /** As it was credited: `stripe:{session}` or `robokassa:{InvId}`. */
  payment: string;
  payerId: string;
  /** The provider's charge. */
  charge: string;
  /** Given back of it so far, all together, in minor units. */
  refunded: number;
  /** The whole payment, in minor units. */
  paid: number;
  recover?: Recover;
}

/**
 * Takes back the coins of what was given back: the difference to what was taken for it so far. Coins that are not there any more
 * become debt: the payer's. The amounts may be told late, twice and in any order.
 * @returns what was taken now; null when there is nothing more to take
 * @throws AppError idempotency_conflict
 * @throws Error when the payment was never credited
 */
export async function walletRefund(
  tx: Tx,
  { payment, payerId, charge, refunded, paid, recover }: Refund,
): Promise<(Posted & TakenBack) | null> {
  const locked = await lockPayment(tx, payment, payerId);
  const key = `refund:${charge}:${refunded}`;
  const opening = { kind: 'REFUND', key, asked: { payment, paid } } as const;
  const known = await findPosted(tx, opening);
  if (known) return { ...known, coins: 0, fromPayer: 0 };

  const { topUp } = locked;
  const taken = await sumTakenBack(tx, topUp.id);
  const coins = Math.min(partOf(topUp.coins, refunded, paid) - taken.refunds, topUp.coins - taken.total);
  if (coins <= 0) return null;
  const back = await takeBack(tx, locked, { ...opening, payment, coins, held: 0, recover });
  await settleShare(tx, locked, key);
  return back;
}
