import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listActivity } from '../audit/activity.ts';
import { visibleRealm } from './realm-access.ts';

/** What owner and co-owners may read alike. @throws AppError realm_unknown */
export async function realmActivity(ctx: Context, { actor, params, query }: CallOf<'realmActivity'>) {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  return listActivity(ctx.db, id, query);
}
