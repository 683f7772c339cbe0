import { discounted, type Tier, tierOfNumber } from '@realmkeep/contract';
import type { Db, Tx } from '../../db/pool.ts';
import { findSubscription, listCheapestSubscriptions } from './product-queries.ts';

/** A subscription that is sold. */
interface SubscriptionProduct {
  id: string;
  tier: Tier;
  /** Coins a month. */
  price: number;
}

/** The products that the tiers are sold as now, the cheapest of each. */
export async function subscriptionProducts(db: Db | Tx): Promise<Map<Tier, SubscriptionProduct>> {
  const products = (await listCheapestSubscriptions(db)).map(productOf);
  return new Map(products.map((product) => [product.tier, product]));
}

/** One product; null if it is not a subscription that is sold. */
export async function subscriptionProduct(db: Db | Tx, id: string): Promise<SubscriptionProduct | null> {
  const row = await findSubscription(db, id);
  return row ? productOf(row) : null;
}

/** The product that a tier is kept as: the one that was bought; where it is not sold as this tier any more, the cheapest; null if there is none. */
export async function subscriptionKept(db: Db | Tx, bought: string, tier: Tier): Promise<SubscriptionProduct | null> {
  const own = await subscriptionProduct(db, bought);
  return own?.tier === tier ? own : ((await subscriptionProducts(db)).get(tier) ?? null);
}

function productOf(row: NonNullable<Awaited<ReturnType<typeof findSubscription>>>): SubscriptionProduct {
  return { id: row.id, tier: tierOfNumber(row.logic_value), price: discounted(row.amount, row.discount) };
}
