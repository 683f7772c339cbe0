import { type SubscriptionPlan, tiers } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { subscriptionProducts } from '../shop/subscription-products.ts';
import { planView } from './subscription-views.ts';

export async function subscriptionPlans(ctx: Context): Promise<SubscriptionPlan[]> {
  const products = await subscriptionProducts(ctx.db);
  return tiers.map((tier) => planView(tier, products.get(tier) ?? null, false));
}
