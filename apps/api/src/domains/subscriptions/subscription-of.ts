import type { Tier, UserSubscription } from '@realmkeep/contract';
import type { Db, Tx } from '../../db/pool.ts';
import { subscriptionProducts } from '../shop/subscription-products.ts';
import { registeredAt } from '../users/user-tier.ts';
import { findActive } from './subscription-queries.ts';
import { subscriptionView } from './subscription-views.ts';

/** What the account has subscribed to, or the tier that everybody has. */
export async function subscriptionOf(db: Db | Tx, userId: string): Promise<UserSubscription> {
  const row = await findActive(db, userId);
  const products = await subscriptionProducts(db);
  const registered = row ? row.started_at : await registeredAt(db, userId);
  return subscriptionView(row, products.get((row?.tier ?? 'CHICKEN') as Tier) ?? null, registered);
}
