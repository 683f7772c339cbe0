import type { Context } from '../../context.ts';
import type { CardEvent } from '../../integrations/payments/payments.ts';
import { walletDispute } from '../coins/wallet/wallet-dispute.ts';
import { closeOrder, findOrder, lockOrder, type OrderRow, setStatus } from './order-queries.ts';
import { orderRefund } from './order-refund.ts';
import { paymentKey, settleCard } from './order-settle.ts';
import { PresentTaken } from './present-taken.ts';

/** Carries out an event of the card provider. Events may come twice, late, and out of order. */
export async function cardEvent(ctx: Context, event: CardEvent): Promise<void> {
  switch (event.kind) {
    case 'session':
      return settleCard(ctx, event.sessionId);
    case 'session-failed': {
      const order = await findOrder(ctx.db, { session_id: event.sessionId });
      if (order) await closeOrder(ctx.db, order.id);
      return;
    }
    case 'refund':
      return refund(ctx, event);
    case 'dispute':
      return dispute(ctx, event);
    case 'other':
  }
}

async function refund(ctx: Context, event: CardEvent & { kind: 'refund' }): Promise<void> {
  const order = await paidOrder(ctx, event);
  if (!order) return;
  const { present } = await ctx.db.transaction().execute((tx) => orderRefund(tx, order, event));
  await present.tell(ctx);
}

async function dispute(ctx: Context, event: CardEvent & { kind: 'dispute' }): Promise<void> {
  const order = await paidOrder(ctx, event);
  if (!order) return;
  const present = new PresentTaken(order);
  await ctx.db.transaction().execute(async (tx) => {
    const { refunded } = await lockOrder(tx, order.id);
    await present.begin(tx);
    const { disputed, back } = await walletDispute(tx, {
      id: event.dispute,
      payment: paymentKey(order),
      payerId: order.buyer_id,
      disputed: Math.min(event.disputed, order.amount),
      paid: order.amount,
      state: event.state,
      refunded,
      recover: present.recover(tx),
    });
    present.took(back);
    const settled = refunded === order.amount ? 'REFUNDED' : 'PAID';
    await setStatus(tx, order.id, disputed ? 'DISPUTED' : settled);
  });
  await present.tell(ctx);
}

/** The order of a payment, credited first if its own event is still under way. */
async function paidOrder(
  ctx: Context,
  { paymentIntent, orderId }: { paymentIntent: string; orderId: string | null },
): Promise<OrderRow | undefined> {
  const known = await findOrder(ctx.db, { payment_intent: paymentIntent });
  if (known) return known;
  const order = orderId === null ? undefined : await findOrder(ctx.db, { id: orderId });
  if (!order?.session_id) return undefined;
  await settleCard(ctx, order.session_id);
  return findOrder(ctx.db, { payment_intent: paymentIntent });
}
