import type { RealmDatabase } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { databaseView } from './database-view.ts';

/** @throws AppError realm_unknown */
export async function realmDatabase(ctx: Context, { actor, params }: CallOf<'realmDatabase'>): Promise<RealmDatabase> {
  return databaseView(ctx, await visibleRealm(ctx, actor.userId, params.id));
}
