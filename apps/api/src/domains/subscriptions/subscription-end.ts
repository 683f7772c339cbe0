import type { Tx } from '../../db/pool.ts';
import { setTier } from '../identity/users/user-tier.ts';
import { endSubscription, findActive } from './subscription-queries.ts';

/** Ends what the account has subscribed to, at once and without giving anything back. The account is locked; its realms are the caller's. */
export async function subscriptionEnd(tx: Tx, userId: string): Promise<void> {
  const present = await findActive(tx, userId);
  if (!present) return;
  await endSubscription(tx, present.id);
  await setTier(tx, userId, 'CHICKEN');
}
