import type { RealmDatabase } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { recordActivity } from '../audit/activity.ts';
import { audit } from '../audit/audit.ts';
import { lockVisibleRealm, visibleRealm } from '../realms/realm-access.ts';
import { databaseBuild } from './database-build.ts';
import { newPassword, consumeDatabaseChangeLimit } from './database-changes.ts';
import { insertDatabase } from './database-queries.ts';
import { databaseView } from './realm-database.ts';

/** @throws AppError realm_unknown, database_exists, database_unavailable, rate_limited */
export async function realmDatabaseCreate(
  ctx: Context,
  { actor, params }: CallOf<'realmDatabaseCreate'>,
): Promise<RealmDatabase> {
  await consumeDatabaseChangeLimit(ctx, actor.userId);
  const server = ctx.databaseServers.forNew;
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  if ((await ctx.databaseServers.trials.problem()) !== null) throw new AppError('database_unavailable');
  const { sealed } = newPassword(ctx, id);
  const realm = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!(await insertDatabase(tx, { realmId: row.id, server, password: sealed })))
      throw new AppError('database_exists');
    await audit(tx, { actor, action: 'databaseCreate', subject: row });
    await recordActivity(tx, { realmId: row.id, actor, action: 'databaseCreate' });
    return row;
  });
  await databaseBuild(ctx, realm.id);
  return databaseView(ctx, realm);
}
