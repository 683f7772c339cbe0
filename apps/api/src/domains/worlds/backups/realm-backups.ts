import type { RealmBackups } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import { backupsView } from './backups-view.ts';

/** @throws AppError realm_unknown */
export async function realmBackups(ctx: Context, { actor, params }: CallOf<'realmBackups'>): Promise<RealmBackups> {
  return backupsView(ctx, actor.userId, await visibleRealm(ctx, actor.userId, params.id));
}
