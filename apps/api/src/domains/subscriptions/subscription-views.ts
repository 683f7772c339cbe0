import { type SubscriptionPlan, type Tier, tierLimits, type UserSubscription } from '@realmkeep/contract';
import type { SubscriptionRow } from './subscription-queries.ts';

/** The product that a tier is sold as. */
export interface PlanProduct {
  id: string;
  /** Coins. */
  price: number;
}

export function planView(tier: Tier, product: PlanProduct | null, cancelled: boolean): SubscriptionPlan {
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

export function subscriptionView(
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
