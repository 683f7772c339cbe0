import type { UserSubscription } from '@realmkeep/contract';
import type { Db, Tx } from '../../db/pool.ts';
import { subscriptionProducts } from '../shop/subscription-products.ts';
import { loadStanding } from '../identity/users/user-tier.ts';
import { findActive } from './subscription-queries.ts';
import { subscriptionView } from './subscription-views.ts';

/** What the account has subscribed to, or the tier that everybody has. */
export async function subscriptionOf(db: Db | Tx, userId: string): Promise<UserSubscription> {
  const standing = await loadStanding(db, userId);
  const row = await findActive(db, userId);
  const products = await subscriptionProducts(db);
  return subscriptionView(row, products.get(standing.tier) ?? null, standing);
}
