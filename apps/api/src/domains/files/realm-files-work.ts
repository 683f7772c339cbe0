import type { RealmFilesWork } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { visibleRealm } from '../realms/realm-access.ts';

/** @throws AppError realm_unknown */
export async function realmFilesWork(
  ctx: Context,
  { actor, params }: CallOf<'realmFilesWork'>,
): Promise<{ work: RealmFilesWork | null }> {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  return { work: ctx.fileWorks.of(id) };
}

/** @throws AppError realm_unknown */
export async function realmFilesWorkCancel(
  ctx: Context,
  { actor, params }: CallOf<'realmFilesWorkCancel'>,
): Promise<null> {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  await ctx.fileWorks.cancel(id);
  return null;
}
