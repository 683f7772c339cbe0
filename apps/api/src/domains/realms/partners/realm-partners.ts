import { maxPartners, type RealmPartners, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { recordActivity } from '../../audit/activity.ts';
import { operatorshipsEnd, prefixesDelete } from '../players/access-queries.ts';
import { visibleRealm } from '../realm-access.ts';
import { listPartners, deletePartner } from './partner-queries.ts';
import type { RealmRow } from '../realm-queries.ts';
import { AppError } from '../../../http/app-error.ts';
import { mayRemovePartner } from '../realm-policy.ts';

/** @throws AppError realm_unknown */
export async function realmPartners(ctx: Context, { actor, params }: CallOf<'realmPartners'>): Promise<RealmPartners> {
  return partnersView(ctx.db, await visibleRealm(ctx, actor.userId, params.id));
}

export async function partnersView(db: Db | Tx, realm: RealmRow): Promise<RealmPartners> {
  const partners = await listPartners(db, realm.id);
  return {
    ownerUsername: realm.ownerUsername,
    coOwners: tierLimits[realm.ownerTier as Tier].coOwners,
    limit: maxPartners,
    partners: partners.map(({ userId, username, created_at }) => ({
      userId,
      username,
      added: created_at.toISOString(),
    })),
  };
}

/**
 * From now on the player finds nothing of the realm, and has no powers in its game.
 * @throws AppError realm_unknown, forbidden, realm_partner_unknown
 */
export async function realmPartnerRemove(ctx: Context, { actor, params }: CallOf<'realmPartnerRemove'>): Promise<null> {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayRemovePartner(actor.userId, row, params.userId)) throw new AppError('forbidden');
  await ctx.db.transaction().execute(async (tx) => {
    const removed = await deletePartner(tx, row.id, params.userId);
    if (!removed) throw new AppError('realm_partner_unknown');
    await recordActivity(tx, { realmId: row.id, actor, action: 'partnerRemove', what: removed.nickname });
  });
  return null;
}

/** The player has powers in no realm of others any more, and is somebody special in none. */
export async function partnershipsEnd(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('realm_partners').where('user_id', '=', userId).execute();
  await operatorshipsEnd(tx, userId);
  await prefixesDelete(tx, userId);
}
