import { minorUnits, type MoneyCurrency, type OrderStatus } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { Handler } from '../../http/register-routes.ts';
import { PaymentError } from '../../integrations/payments/payments.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { loadLogin } from '../identity/users/user-login.ts';
import { walletBalance } from '../coins/wallet/wallet-statement.ts';
import { findOrder, type OrderRow, closeOrder, takeDueOrders } from './order-queries.ts';
import { settleCard, settleRoubles } from './order-settle.ts';

/**
 * The state of a payment, for its buyer. While nothing is known the provider is asked, as the buyer may return before
 * its callback arrives.
 * @throws AppError payment_unknown, payment_return_invalid
 */
export const paymentSession: Handler<'paymentSession'> = async (ctx, { actor, params, query: { returned } }) => {
  const order = await orderOf(ctx, params.sessionId);
  if (order?.buyer_id !== actor.userId) throw new AppError('payment_unknown');
  if (returned !== undefined && !ctx.payments.roubles?.readSuccess(new URLSearchParams(returned))) {
    throw new AppError('payment_return_invalid');
  }
  const now = order.status === 'PENDING' ? await settled(ctx, order) : order;
  const [recipient, balance] = await Promise.all([
    loadLogin(ctx.db, now.recipient_id),
    walletBalance(ctx.db, actor.userId),
  ]);
  const currency = now.currency as MoneyCurrency;
  return {
    status: now.status as OrderStatus,
    coins: now.coins,
    recipient: recipient.nickname,
    amount: now.amount / minorUnits[currency],
    currency,
    balance: balance.expiring.reduce((sum, { amount }) => sum + amount, balance.coins),
  };
};

/** By the provider's id, by ours, or by the number of the invoice. */
function orderOf(ctx: Context, sessionId: string): Promise<OrderRow | undefined> {
  if (/^[0-9]{1,9}$/.test(sessionId)) return findOrder(ctx.db, { invoice: Number(sessionId) });
  const isOurs = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sessionId);
  return findOrder(ctx.db, isOurs ? { id: sessionId } : { session_id: sessionId });
}

async function settled(ctx: Context, order: OrderRow): Promise<OrderRow> {
  await consumeRateLimit(ctx.db, { key: `payment:${order.buyer_id}`, max: 60, seconds: 60 });
  try {
    if (order.provider === 'roubles') await settleRoubles(ctx, order);
    else if (order.session_id) await settleCard(ctx, order.session_id);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    // The timer asks again; the buyer is shown that nothing is known yet.
    ctx.log.warn({ err: error, order: order.id }, 'failed to ask about a payment');
  }
  return (await findOrder(ctx.db, { id: order.id })) ?? order;
}

/** Orders that are asked about in one go. */
const atOnce = 50;

/** After this time no payment is expected any more. */
const longestMs = 7 * 24 * 3_600_000;

/** Asks the providers about orders of which nothing has been heard. */
export async function paymentsCheck(ctx: Context): Promise<void> {
  for (const order of await takeDueOrders(ctx.db, atOnce)) {
    await check(ctx, order).catch((error: unknown) => {
      ctx.log.warn({ err: error, order: order.id }, 'failed to ask about a payment');
    });
  }
}

async function check(ctx: Context, order: OrderRow): Promise<void> {
  try {
    if (order.provider === 'roubles') await settleRoubles(ctx, order);
    else if (order.session_id) await settleCard(ctx, order.session_id);
    // The process ended before the buyer had an address to pay at.
    else if (order.expires_at < new Date()) await closeOrder(ctx.db, order.id);
  } finally {
    // Also if there was no answer: if the money arrives after all, it is credited all the same.
    if (Date.now() - order.created_at.getTime() > longestMs) await closeOrder(ctx.db, order.id);
  }
}
