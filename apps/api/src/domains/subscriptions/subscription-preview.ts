import type { SubscriptionPreview, Tier } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { realmsPreview } from '../realms/realms-under-tier.ts';
import { subscriptionProduct, subscriptionProducts } from '../shop/subscription-products.ts';
import { loadTier } from '../identity/users/user-tier.ts';
import { monthOf } from './subscription-activate.ts';
import { maySubscribe, priceAfterCredit, unusedWorth } from './subscription-policy.ts';
import { findActive } from './subscription-queries.ts';

export async function subscriptionPreview(
  ctx: Context,
  { actor, query: { tier, productId } }: CallOf<'subscriptionPreview'>,
): Promise<SubscriptionPreview> {
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
}

async function cheapest({ db }: Context, tier: Tier) {
  return (await subscriptionProducts(db)).get(tier);
}

function named(realms: readonly { id: string; name: string }[]) {
  return realms.map(({ id, name }) => ({ id, name }));
}
