import {
  type OfferedPlan,
  type UserSubscription,
  type SubscriptionPlan,
  tiers,
  type Tier,
  tierLimits,
} from '@realmkeep/contract';
import type { Db, Tx } from '../../db/pool.ts';
import { subscriptionKept, subscriptionProducts } from '../shop/product-list.ts';
import { loadStanding } from '../identity/users/user-tier.ts';
import { findActive, type SubscriptionRow } from './subscription-queries.ts';
import type { Context } from '../../context.ts';
import { planKernels, planOffers } from '../realms/plans/plan-kernels.ts';

/** What the account has subscribed to, or the tier that everybody has. */
export async function subscriptionOf(db: Db | Tx, userId: string): Promise<UserSubscription> {
  const standing = await loadStanding(db, userId);
  const row = await findActive(db, userId);
  const product = row ? await subscriptionKept(db, row.product_id, standing.tier) : null;
  return subscriptionView(row, product, standing);
}

export async function subscriptionPlans(ctx: Context): Promise<OfferedPlan[]> {
  const [products, { plans }] = await Promise.all([subscriptionProducts(ctx.db), planKernels(ctx.db)]);
  const offered = async (tier: Tier): Promise<OfferedPlan> => {
    const kernels = await planOffers(ctx, plans, tier);
    return { ...planView(tier, products.get(tier) ?? null, false), kernels };
  };
  return Promise.all(tiers.map(offered));
}

/** The product that a tier is sold as. */
interface PlanProduct {
  id: string;
  /** Coins. */
  price: number;
}

function planView(tier: Tier, product: PlanProduct | null, cancelled: boolean): SubscriptionPlan {
  const limits = tierLimits[tier];
  return {
    id: product?.id ?? null,
    name: tier,
    tier,
    color: limits.color,
    price: product?.price ?? null,
    subscribable: product !== null,
    subscription_cancelled: cancelled,
    realm_max_radius: limits.borderDiameter / 2,
    stop_realm_if_no_owner: limits.stopsWithoutOwner,
    turn_off_realm_after: limits.shutdownMinutes,
    turn_off_realm_no_activity: limits.idleMinutes,
    realm_advertisement: limits.advertisement,
    max_realms: limits.realms,
    max_servers: limits.realms,
    max_realm_slots: limits.slots,
  };
}

function subscriptionView(
  row: SubscriptionRow | undefined,
  product: PlanProduct | null,
  standing: { tier: Tier; registered: Date },
): UserSubscription {
  const cancelled = row ? row.cancelled_at !== null : false;
  return {
    id: row?.id ?? null,
    subscription: planView(standing.tier, product, cancelled),
    started: (row?.started_at ?? standing.registered).toISOString(),
    expiring: row?.period_ends_at.toISOString() ?? null,
    renews: row !== undefined && !cancelled && product !== null,
  };
}
