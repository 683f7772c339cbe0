import type { Tx } from '../../db/pool.ts';
import { fileLinksDelete } from '../files/realm-files.ts';
import { userRetire } from '../identity/users/users-release.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { mapsDeleteOwned } from '../maps/realm-map-delete.ts';
import { partnershipsEnd } from '../realms/partners/realm-partners.ts';
import { realmsDeleteOwned } from '../realms/realm-delete.ts';
import { schedulesRenameAuthor } from '../schedules/realm-schedules.ts';
import { subscriptionEnd } from '../subscriptions/subscriptions.ts';
import { uploadsDelete } from '../uploads/uploads.ts';
import { backupsForgetMaker } from '../worlds/backups/realm-backups.ts';
import { acceptancesDelete } from '../worlds/kernels/kernel-order.ts';

/**
 * Removes the name and all personal data from an account: its realms are deleted as if by the player, its subscription and sessions end,
 * and nobody can log in to it again. What the books, orders and referrals refer to stays, without a name. A name that was played stays
 * reserved for good; any other becomes free.
 */
export async function userErase(tx: Tx, user: { id: string; nickname: string }): Promise<void> {
  await lockTier(tx, user.id);
  await subscriptionEnd(tx, user.id);
  await realmsDeleteOwned(tx, user.id);
  await userRetire(tx, user);
  await partnershipsEnd(tx, user);
  await uploadsDelete(tx, { userId: user.id });
  await fileLinksDelete(tx, user.id);
  await acceptancesDelete(tx, user.id);
  await mapsDeleteOwned(tx, user.id);
  await backupsForgetMaker(tx, user.id);
  await schedulesRenameAuthor(tx, user.id);
}
