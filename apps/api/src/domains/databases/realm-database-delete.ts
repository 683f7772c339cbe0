import type { RealmDatabase } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { recordActivity } from '../audit/activity.ts';
import { audit } from '../audit/audit.ts';
import { lockVisibleRealm } from '../realms/realm-access.ts';
import { databaseDrop } from './database-build.ts';
import { consumeDatabaseChangeLimit } from './database-changes.ts';
import { mayOwnDatabase } from './database-policy.ts';
import { moveState } from './database-queries.ts';
import { databaseView } from './realm-database.ts';

/** @throws AppError realm_unknown, forbidden, database_unknown, rate_limited */
export async function realmDatabaseDelete(
  ctx: Context,
  { actor, params }: CallOf<'realmDatabaseDelete'>,
): Promise<RealmDatabase> {
  await consumeDatabaseChangeLimit(ctx, actor.userId);
  const realm = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!mayOwnDatabase(actor.userId, row)) throw new AppError('forbidden');
    if (!(await moveState(tx, row.id, 'ready', 'deleting'))) throw new AppError('database_unknown');
    await audit(tx, { actor, action: 'databaseDelete', subject: row });
    await recordActivity(tx, { realmId: row.id, actor, action: 'databaseDelete' });
    return row;
  });
  await databaseDrop(ctx, realm.id);
  return databaseView(ctx, realm);
}
