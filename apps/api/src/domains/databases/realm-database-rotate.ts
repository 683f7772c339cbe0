import type { RealmDatabase } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { audit } from '../audit/audit.ts';
import { lockVisibleRealm } from '../realms/realm-access.ts';
import { newPassword, consumeDatabaseChangeLimit } from './database-changes.ts';
import { databasePasswordSet } from './database-password-set.ts';
import { mayOwnDatabase } from './database-policy.ts';
import { updatePassword } from './database-queries.ts';
import { databaseView } from './database-view.ts';

/**
 * What is shown changes, then what the server takes: where that fails or is cut off, the watch does it again. Whoever is connected by
 * the old password is sent off.
 * @throws AppError realm_unknown, forbidden, database_unknown, rate_limited
 */
export async function realmDatabaseRotate(
  ctx: Context,
  { actor, params }: CallOf<'realmDatabaseRotate'>,
): Promise<RealmDatabase> {
  await consumeDatabaseChangeLimit(ctx, actor.userId);
  const realm = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!mayOwnDatabase(actor.userId, row)) throw new AppError('forbidden');
    if (!(await updatePassword(tx, row.id, newPassword(ctx, row.id).sealed))) throw new AppError('database_unknown');
    await audit(tx, { actor, action: 'databaseRotate', subject: row });
    return row;
  });
  await databasePasswordSet(ctx, realm.id);
  return databaseView(ctx, realm);
}
