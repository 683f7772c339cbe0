import type { Db, Tx } from '../../db/pool.ts';
import { audit } from '../audit/audit.ts';
import { walletRefund } from '../coins/wallet/wallet-reverse.ts';
import { loadLogin } from '../identity/users/user-login.ts';
import { findOrder, lockOrder, type OrderRow, setRefunded, setStatus } from './order-queries.ts';
import { paymentKey } from './order-settle.ts';
import { PresentTaken } from './present-taken.ts';

interface Refund {
  /** Unique to the payment: with the sum it makes the key. */
  charge: string;
  /** The total refunded so far, in minor units. It only grows: a smaller one is from an older report. */
  refunded: number;
}

/**
 * Takes back the coins for a refund of a credited order.
 * @returns what remains to be done after the commit, and the coins taken now
 */
export async function orderRefund(
  tx: Tx,
  order: OrderRow,
  { charge, refunded }: Refund,
): Promise<{ present: PresentTaken; coins: number }> {
  const present = new PresentTaken(order);
  const { refunded: before } = await lockOrder(tx, order.id);
  await present.begin(tx);
  const sum = Math.min(Math.max(before, refunded), order.amount);
  await setRefunded(tx, order.id, sum);
  if (sum === order.amount) await setStatus(tx, order.id, 'REFUNDED');
  const back = await walletRefund(tx, {
    payment: paymentKey(order),
    payerId: order.buyer_id,
    charge,
    refunded: sum,
    paid: order.amount,
    recover: present.recover(tx),
  });
  present.took(back);
  return { present, coins: back?.coins ?? 0 };
}

/**
 * For the machine's console: takes back the coins of a rouble payment that was refunded in the provider's cabinet, which reports no refunds.
 * @param refunded the total refunded so far, in kopecks; null: the whole payment
 * @returns the buyer's nickname, and the coins taken now; null if no such payment was credited
 * @throws RangeError when more is refunded than was paid
 */
export function roubleRefund(
  db: Db,
  invoice: number,
  refunded: number | null,
): Promise<{ nickname: string; coins: number } | null> {
  return db.transaction().execute(async (tx) => {
    const order = await findOrder(tx, { invoice });
    if (order?.provider !== 'roubles' || order.paid_at === null) return null;
    if (refunded !== null && refunded > order.amount) throw new RangeError('More is refunded than was paid');
    const sum = refunded ?? order.amount;
    const { coins } = await orderRefund(tx, order, { charge: `robokassa:${invoice}`, refunded: sum });
    const { nickname } = await loadLogin(tx, order.buyer_id);
    if (coins > 0) {
      await audit(tx, {
        actor: { userId: null },
        action: 'paymentRefund',
        subject: { id: order.buyer_id, name: nickname },
        details: { invoice, refunded: sum, coins },
      });
    }
    return { nickname, coins };
  });
}
