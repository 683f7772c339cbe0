import { discounted, type Tier, tierOfNumber } from '@realmkeep/contract';
import type { Db, Tx } from '../../db/pool.ts';
import { listSubscriptionPrices } from './product-queries.ts';

/** The products that the tiers are sold as now, the cheapest of each, with their prices in coins. */
export async function subscriptionProducts(db: Db | Tx): Promise<Map<Tier, { id: string; price: number }>> {
  const products = new Map<Tier, { id: string; price: number }>();
  for (const { id, logic_value, amount, discount } of await listSubscriptionPrices(db)) {
    const tier = tierOfNumber(logic_value);
    const price = discounted(amount, discount);
    const known = products.get(tier);
    if (!known || price < known.price) products.set(tier, { id, price });
  }
  return products;
}

/** The tier and the price of one product; null if it is not a subscription that is sold. */
export async function subscriptionProduct(db: Db | Tx, id: string): Promise<{ tier: Tier; price: number } | null> {
  const row = (await listSubscriptionPrices(db)).find((product) => product.id === id);
  return row ? { tier: tierOfNumber(row.logic_value), price: discounted(row.amount, row.discount) } : null;
}
