import type { Language, MoneyCurrency } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { Handler } from '../../http/register-routes.ts';
import type { Actor } from '../../http/actor.ts';
import { PaymentError } from '../../integrations/payments/payments.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { coinPack } from '../shop/product-list.ts';
import { findLogin, loadLogin } from '../identity/users/user-login.ts';
import { closeOrder, insertOrder, setSession } from './order-queries.ts';

/** Checkouts that one account may start in ten minutes. */
const maxCheckouts = 20;

/** @throws AppError payment_unavailable, product_unknown, user_unknown, rate_limited */
export const paymentCheckoutCard: Handler<'paymentCheckoutCard'> = async (ctx, { actor, body }) => {
  const { card } = ctx.payments;
  const { currency } = body;
  if (!card) throw new AppError('payment_unavailable', { currency });
  const { order, language, productName } = await makeOrder(ctx, actor, { ...body, currency, provider: 'card' });
  try {
    const session = await card.createCheckout({
      orderId: order.id,
      attempt: 1,
      currency,
      amount: order.amount,
      productName,
      language,
      expiresAt: order.expires_at,
    });
    // Until this is stored nobody has the address at which to pay.
    await setSession(ctx.db, order.id, session.sessionId);
    return session;
  } catch (error) {
    await closeOrder(ctx.db, order.id);
    if (!(error instanceof PaymentError)) throw error;
    ctx.log.warn({ err: error, order: order.id }, 'failed to begin a card payment');
    throw new AppError(error.code === 'refused' ? 'payment_refused' : 'payment_unavailable', { currency });
  }
};

/** @throws AppError payment_unavailable, product_unknown, user_unknown, rate_limited */
export const paymentCheckoutRub: Handler<'paymentCheckoutRub'> = async (ctx, { actor, body }) => {
  const { roubles } = ctx.payments;
  if (!roubles) throw new AppError('payment_unavailable', { currency: 'RUB' });
  const made = await makeOrder(ctx, actor, { ...body, currency: 'RUB', provider: 'roubles' });
  const { order, language, productName, recipient } = made;
  const checkoutUrl = roubles.checkoutUrl({
    invoice: order.invoice,
    amount: order.amount,
    description: productName,
    language,
    username: recipient,
    productId: order.product_id,
    expiresAt: order.expires_at,
  });
  return { sessionId: order.id, checkoutUrl };
};

interface Wanted {
  productId: string;
  username?: string | null | undefined;
  currency: MoneyCurrency;
  provider: 'card' | 'roubles';
}

/** Prices are ours, never the caller's. */
async function makeOrder(ctx: Context, actor: Actor, wanted: Wanted) {
  await consumeRateLimit(ctx.db, { key: `checkout:${actor.userId}`, max: maxCheckouts, seconds: 600 });
  const buyer = await loadLogin(ctx.db, actor.userId);
  const recipient = wanted.username ? await findLogin(ctx, wanted.username) : buyer;
  if (!recipient) throw new AppError('user_unknown');
  const language: Language = buyer.language;
  const pack = await coinPack(ctx.db, wanted.productId, wanted.currency, language);
  if (!pack) throw new AppError('product_unknown');
  const order = await insertOrder(ctx.db, {
    buyerId: actor.userId,
    recipientId: recipient.id,
    productId: wanted.productId,
    coins: pack.coins,
    provider: wanted.provider,
    currency: wanted.currency,
    amount: pack.amount,
  });
  return { order, language, productName: pack.name, recipient: recipient.nickname };
}
