import { minorUnits, type MoneyCurrency, type OrderStatus, type PaymentResult } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { PaymentError } from '../../integrations/payments/payments.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { loadLogin } from '../identity/users/user-login.ts';
import { walletBalance } from '../coins/wallet/wallet-balance.ts';
import { findOrder, type OrderRow } from './order-queries.ts';
import { settleCard, settleRoubles } from './order-settle.ts';

/**
 * What became of a payment, for its buyer. While nothing is known the provider is asked, as the buyer's return may be quicker than
 * its word.
 * @throws AppError payment_unknown, payment_return_invalid
 */
export async function paymentSession(
  ctx: Context,
  { actor, params, query: { returned } }: CallOf<'paymentSession'>,
): Promise<PaymentResult> {
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
    balance: balance.coins,
  };
}

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
    // The timer asks again; the buyer is told that nothing is known yet.
    ctx.log.warn({ err: error, order: order.id }, 'failed to ask about a payment');
  }
  return (await findOrder(ctx.db, { id: order.id })) ?? order;
}
