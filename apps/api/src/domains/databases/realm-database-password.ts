import type { RealmDatabasePassword } from '@realmkeep/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { audit } from '../audit/audit.ts';
import { unseal } from '../identity/chat/sealed.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { sealOwner } from './database-build.ts';
import { consumeDatabaseChangeLimit } from './database-changes.ts';
import { mayOwnDatabase } from './database-policy.ts';
import { findDatabase } from './database-queries.ts';

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
  await ctx.db.transaction().execute((tx) => audit(tx, { actor, action: 'databasePassword', subject: realm }));
  return { password: unseal(ctx.config.secrets.tokenKey, sealOwner(realm.id), row.password) };
}
