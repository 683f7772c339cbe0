import type { Tx } from '../../db/pool.ts';
import { fileLinksDelete } from '../files/realm-files.ts';
import { userRetire } from '../identity/users/users-release.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { mapsDeleteOwned } from '../maps/realm-map-delete.ts';
import { partnershipsEnd } from '../realms/partners/realm-partners.ts';
import { realmsDeleteOwned } from '../realms/realm-delete.ts';
import { subscriptionEnd } from '../subscriptions/subscriptions.ts';
import { uploadsDelete } from '../uploads/uploads.ts';
import { backupsForgetMaker } from '../worlds/backups/realm-backups.ts';
import { acceptancesDelete } from '../worlds/kernels/kernel-order.ts';

/**
 * Takes the name and all that is personal from an account: its realms go as if the player had deleted each, its subscription and its
 * sessions end, and nobody logs in to it again. What the books, orders and referrals refer to stays, without a name. A name that was
 * played is nobody's from then on, any other is free.
 */
export async function userErase(tx: Tx, user: { id: string; nickname: string }): Promise<void> {
  await lockTier(tx, user.id);
  await subscriptionEnd(tx, user.id);
  await realmsDeleteOwned(tx, user.id);
  await userRetire(tx, user);
  await partnershipsEnd(tx, user.id);
  await uploadsDelete(tx, user.id);
  await fileLinksDelete(tx, user.id);
  await acceptancesDelete(tx, user.id);
  await mapsDeleteOwned(tx, user.id);
  await backupsForgetMaker(tx, user.id);
}
