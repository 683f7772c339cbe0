import type { RealmHistory } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { visibleRealm } from '../realm-access.ts';

/** @throws AppError realm_unknown */
export async function realmHistory(ctx: Context, { actor, query }: CallOf<'realmHistory'>): Promise<RealmHistory> {
  const { id } = await visibleRealm(ctx, actor.userId, query.id);
  return ctx.histories.of(id);
}
