import { randomUUID } from 'node:crypto';
import type { UserSubscription } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { realmsApplyTier } from '../realms/realms-under-tier.ts';
import { subscriptionProduct } from '../shop/subscription-products.ts';
import { lockTier, setTier } from '../identity/users/user-tier.ts';
import { walletSpend } from '../coins/wallet/wallet-spend.ts';
import { subscriptionOf } from './subscription-of.ts';
import { maySubscribe, priceAfterCredit, unusedWorth } from './subscription-policy.ts';
import { endSubscription, findActive, findByRequest, insertSubscription } from './subscription-queries.ts';

/**
 * Subscribes with coins, or moves to a higher tier: then the unused days of the present month are counted in, and a new month
 * begins now. The same request made twice is carried out once.
 * @throws AppError subscription_already, subscription_product_invalid, insufficient_funds, wallet_debt, idempotency_conflict
 */
export async function subscriptionActivate(
  ctx: Context,
  { actor, body }: CallOf<'subscriptionActivate'>,
): Promise<UserSubscription> {
  const { productId, requestId = randomUUID() } = body;
  return ctx.db.transaction().execute(async (tx) => {
    // Parallel requests of one account wait here for one another.
    const tier = await lockTier(tx, actor.userId);
    const done = await findByRequest(tx, actor.userId, requestId);
    if (done && done.product_id !== productId) throw new AppError('idempotency_conflict');
    if (!done) await subscribe(tx, { userId: actor.userId, tier, productId, requestId });
    return subscriptionOf(tx, actor.userId);
  });
}

interface Request {
  userId: string;
  /** What the account has. */
  tier: Awaited<ReturnType<typeof lockTier>>;
  productId: string;
  requestId: string;
}

async function subscribe(tx: Tx, { userId, tier, productId, requestId }: Request): Promise<void> {
  const product = await subscriptionProduct(tx, productId);
  if (!product) throw new AppError('subscription_product_invalid');
  if (!maySubscribe(tier, product.tier)) throw new AppError('subscription_already');

  const present = await findActive(tx, userId);
  const credit = present ? unusedWorth(monthOf(present), new Date()) : 0;
  const coins = priceAfterCredit(product.price, credit);
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
