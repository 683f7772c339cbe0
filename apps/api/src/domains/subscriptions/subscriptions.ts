import { randomUUID } from 'node:crypto';
import type { Tier, UserSubscription } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/register-routes.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { realmsPreview, realmsApplyTier } from '../realms/realms-overlimit.ts';
import { subscriptionProduct, subscriptionProducts } from '../shop/product-list.ts';
import { loadTier, lockTier, setTier } from '../identity/users/user-tier.ts';
import { walletSpend } from '../coins/wallet/wallet-spend.ts';
import { maySubscribe, priceAfterCredit, unusedWorth } from './subscription-policy.ts';
import {
  findActive,
  endSubscription,
  findByRequest,
  insertSubscription,
  setCancelled,
} from './subscription-queries.ts';
import { subscriptionOf } from './subscription-of.ts';

export const subscriptionPreview: Handler<'subscriptionPreview'> = async (
  ctx,
  { actor, query: { tier, productId } },
) => {
  const [has, present, product, realms] = await Promise.all([
    loadTier(ctx.db, actor.userId),
    findActive(ctx.db, actor.userId),
    productId === undefined ? cheapest(ctx, tier) : subscriptionProduct(ctx.db, productId),
    realmsPreview(ctx.db, actor.userId, tier),
  ]);
  const credit = present ? unusedWorth(monthOf(present), new Date()) : 0;
  return {
    tier,
    price: product?.tier === tier && maySubscribe(has, tier) ? priceAfterCredit(product.price, credit) : null,
    credit,
    keeps: named(realms.keeps),
    stops: named(realms.stops),
    off: named(realms.off),
    shrinks: named(realms.shrinks),
    shuts: named(realms.shuts),
  };
};

async function cheapest({ db }: Context, tier: Tier) {
  return (await subscriptionProducts(db)).get(tier);
}

function named(realms: readonly { id: string; name: string }[]) {
  return realms.map(({ id, name }) => ({ id, name }));
}

/**
 * Subscribes with coins, or moves to a higher tier: then the unused days of the present month are credited, and a new month
 * begins now. The same request made twice is carried out once.
 * @throws AppError subscription_already, subscription_product_invalid, subscription_price_risen, insufficient_funds, wallet_debt, idempotency_conflict
 */
export const subscriptionActivate: Handler<'subscriptionActivate'> = async (ctx, { actor, body }) => {
  const { productId, requestId = randomUUID(), maxPrice = Infinity } = body;
  return ctx.db.transaction().execute(async (tx) => {
    // Parallel requests of one account wait here for one another.
    const tier = await lockTier(tx, actor.userId);
    const done = await findByRequest(tx, actor.userId, requestId);
    if (done && done.product_id !== productId) throw new AppError('idempotency_conflict');
    if (!done) await subscribe(tx, { userId: actor.userId, tier, productId, requestId, maxPrice });
    return subscriptionOf(tx, actor.userId);
  });
};

interface Request {
  userId: string;
  /** What the account has. */
  tier: Awaited<ReturnType<typeof lockTier>>;
  productId: string;
  requestId: string;
  /** Coins. */
  maxPrice: number;
}

async function subscribe(tx: Tx, { userId, tier, productId, requestId, maxPrice }: Request): Promise<void> {
  const product = await subscriptionProduct(tx, productId);
  if (!product) throw new AppError('subscription_product_invalid');
  if (!maySubscribe(tier, product.tier)) throw new AppError('subscription_already');

  const present = await findActive(tx, userId);
  const credit = present ? unusedWorth(monthOf(present), new Date()) : 0;
  const coins = priceAfterCredit(product.price, credit);
  if (coins > maxPrice) throw new AppError('subscription_price_risen', { price: coins });
  if (present) await endSubscription(tx, present.id);
  const { id } = await insertSubscription(tx, {
    userId,
    productId,
    requestId,
    tier: product.tier,
    worth: product.price,
  });
  if (coins > 0) await walletSpend(tx, { userId, coins, key: `sub:${id}:1`, ref: id });
  await setTier(tx, userId, product.tier);
  await realmsApplyTier(tx, userId, tier, product.tier);
}

/** The month that is paid, as the policy wants it. */
export function monthOf(row: { worth: number; period_started_at: Date; period_ends_at: Date }) {
  return { worth: row.worth, startedAt: row.period_started_at, endsAt: row.period_ends_at };
}

/** The tier stays until the month that is paid ends; it is not renewed then. @throws AppError subscription_none */
export const subscriptionCancel: Handler<'subscriptionCancel'> = (ctx, { actor }) => change(ctx, actor.userId, true);

/** Takes the cancellation back. @throws AppError subscription_none */
export const subscriptionResume: Handler<'subscriptionResume'> = (ctx, { actor }) => change(ctx, actor.userId, false);

async function change(ctx: Context, userId: string, cancelled: boolean): Promise<UserSubscription> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await setCancelled(tx, userId, cancelled))) throw new AppError('subscription_none');
    return subscriptionOf(tx, userId);
  });
}

/** Ends what the account has subscribed to, at once and without giving anything back. The account is locked; its realms are the caller's. */
export async function subscriptionEnd(tx: Tx, userId: string): Promise<void> {
  const present = await findActive(tx, userId);
  if (!present) return;
  await endSubscription(tx, present.id);
  await setTier(tx, userId, 'CHICKEN');
}
