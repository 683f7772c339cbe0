import type { RealmSchedules } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { schedulesView } from './schedule-views.ts';

/** @throws AppError realm_unknown */
export async function realmSchedules(
  ctx: Context,
  { actor, params }: CallOf<'realmSchedules'>,
): Promise<RealmSchedules> {
  const { id, ownerTier } = await visibleRealm(ctx, actor.userId, params.id);
  return schedulesView(ctx.db, id, ownerTier);
}
