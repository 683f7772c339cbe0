import type { Context } from '../../context.ts';
import type { CardSession } from '../../integrations/payments/payments.ts';
import { walletTopUp } from '../coins/wallet/wallet-top-up.ts';
import { userIsErased } from '../identity/users/users-release.ts';
import { closeOrder, findOrder, lockOrder, markPaid, type OrderRow, setRecipient } from './order-queries.ts';

/**
 * Asks the card provider what became of a checkout, and credits it if it is paid: called by the webhook, by the buyer's return and
 * by the timer, at once and as often as they like. Only what the provider answers counts, and only if it is what was ordered.
 * @throws PaymentError unavailable
 */
export async function settleCard(ctx: Context, sessionId: string): Promise<void> {
  const { card } = ctx.payments;
  const order = await findOrder(ctx.db, { session_id: sessionId });
  if (!card || !order) return;
  const session = await card.retrieve(sessionId);
  if (session?.paid) {
    if (isWhatWasOrdered(order, session, card.live)) return credit(ctx, order, session.paymentIntent);
    ctx.log.error({ order: order.id, session }, 'failed to credit a payment: it is not what was ordered');
    return;
  }
  if (!session || session.status === 'expired') await closeOrder(ctx.db, order.id);
}

function isWhatWasOrdered(order: OrderRow, session: CardSession, live: boolean): boolean {
  return (
    session.orderId === order.id &&
    session.amount === order.amount &&
    session.currency === order.currency &&
    session.live === live
  );
}

/** Asks the rouble provider about an order whose callback has not arrived. @throws PaymentError unavailable */
export async function settleRoubles(ctx: Context, order: OrderRow): Promise<void> {
  const { roubles } = ctx.payments;
  if (!roubles) return;
  const state = await roubles.state(order.invoice);
  if (state.kind === 'paid') {
    if (state.amount === order.amount) return credit(ctx, order, null);
    ctx.log.error({ order: order.id, state }, 'failed to credit a payment: it is not what was ordered');
    return;
  }
  const over = order.expires_at < new Date();
  if (state.kind === 'refused' || (state.kind === 'unknown' && over)) await closeOrder(ctx.db, order.id);
}

/** Marks the order paid and credits its coins, both or neither, once. */
export async function credit(ctx: Context, order: OrderRow, paymentIntent: string | null): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockOrder(tx, order.id);
    // A closed order counts as paid if the money arrives after all.
    if (status !== 'PENDING' && status !== 'CLOSED') return;
    await markPaid(tx, order.id, paymentIntent);
    // Nobody can spend what goes to an account that has been deleted: the payer has it then.
    const recipientId = (await userIsErased(tx, order.recipient_id)) ? order.buyer_id : order.recipient_id;
    if (recipientId !== order.recipient_id) await setRecipient(tx, order.id, recipientId);
    await walletTopUp(tx, {
      payment: paymentKey(order),
      payerId: order.buyer_id,
      recipientId,
      coins: order.coins,
      monthlyShares: ctx.config.referrals.monthlyShares,
    });
  });
}

/** The key under which the ledger knows the payment. */
export function paymentKey(order: OrderRow): string {
  return order.provider === 'card' ? `stripe:${order.session_id}` : `robokassa:${order.invoice}`;
}
