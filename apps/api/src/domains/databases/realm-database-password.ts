import type { RealmDatabasePassword, RealmDatabase } from '@realmkeep/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { recordActivity } from '../audit/activity.ts';
import { audit } from '../audit/audit.ts';
import { unseal } from '../identity/chat/sealed.ts';
import { visibleRealm, lockVisibleRealm } from '../realms/realm-access.ts';
import { sealOwner } from './database-build.ts';
import { consumeDatabaseChangeLimit, newPassword } from './database-changes.ts';
import { mayOwnDatabase } from './database-policy.ts';
import { findDatabase, updatePassword } from './database-queries.ts';
import { databasePasswordSet } from './database-password-set.ts';
import { databaseView } from './realm-database.ts';

/** Each look is written down. @throws AppError realm_unknown, forbidden, database_unknown, rate_limited */
export async function realmDatabasePassword(
  ctx: Context,
  { actor, params }: CallOf<'realmDatabasePassword'>,
): Promise<z.infer<typeof RealmDatabasePassword>> {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayOwnDatabase(actor.userId, realm)) throw new AppError('forbidden');
  await consumeDatabaseChangeLimit(ctx, actor.userId);
  const row = await findDatabase(ctx.db, realm.id);
  if (row?.state !== 'ready') throw new AppError('database_unknown');
  await ctx.db.transaction().execute(async (tx) => {
    await audit(tx, { actor, action: 'databasePassword', subject: realm });
    await recordActivity(tx, { realmId: realm.id, actor, action: 'databasePassword' });
  });
  return { password: unseal(ctx.config.secrets.tokenKey, sealOwner(realm.id), row.password) };
}

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
    await recordActivity(tx, { realmId: row.id, actor, action: 'databaseRotate' });
    return row;
  });
  await databasePasswordSet(ctx, realm.id);
  return databaseView(ctx, realm);
}
