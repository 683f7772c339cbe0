import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import type { Handler } from '../../http/register-routes.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { uploadsDelete } from '../uploads/uploads.ts';
import { planHold } from './plans/plan-kernels.ts';
import { lockVisibleRealm } from './realm-access.ts';
import { mayDelete } from './realm-policy.ts';
import { listOwned, lockRealm, markDeleted } from './realm-queries.ts';
import { realmsApplyTier } from './realms-overlimit.ts';

/**
 * Nobody can see the realm from now on, and its name and address are free; the reconciler removes the world. Another realm that was
 * above the limit may take its place.
 * @throws AppError realm_unknown, forbidden, realm_protected
 */
export const realmDelete: Handler<'realmDelete'> = async (ctx, { actor, params }) => {
  await ctx.db.transaction().execute(async (tx) => {
    // Locked before the realm, in the same order as changes of tiers.
    const tier = await lockTier(tx, actor.userId);
    await planHold(tx, tier);
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!mayDelete(actor.userId, row)) throw new AppError('forbidden');
    if (row.protected) throw new AppError('realm_protected');
    await realmEnd(tx, row.id);
    await realmsApplyTier(tx, row.owner_id, tier, tier);
  });
  return null;
};

/** Marks a locked realm as deleted. Uploads to it go at once: they would count against what their accounts may upload for a day. */
export async function realmEnd(tx: Tx, id: string): Promise<void> {
  await markDeleted(tx, id);
  await uploadsDelete(tx, { realmId: id });
}

/** Deletes all realms of an account that is locked, as `realmDelete` does one: the reconciler stops them and removes their worlds. */
export async function realmsDeleteOwned(tx: Tx, ownerId: string): Promise<void> {
  for (const { id } of await listOwned(tx, ownerId)) {
    await lockRealm(tx, id);
    await realmEnd(tx, id);
  }
}
