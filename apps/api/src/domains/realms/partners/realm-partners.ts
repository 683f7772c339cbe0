import { maxPartners, type RealmPartners, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { visibleRealm } from '../realm-access.ts';
import { listPartners } from './partner-queries.ts';
import type { RealmRow } from '../realm-queries.ts';

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
