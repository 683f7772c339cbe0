import type { RealmDatabase } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/implement.ts';
import { audit } from '../admin/audit.ts';
import { lockVisibleRealm } from '../realms/realm-access.ts';
import { newPassword, takeDatabaseChange } from './database-changes.ts';
import { databaseName, mayOwnDatabase } from './database-policy.ts';
import { updatePassword } from './database-queries.ts';
import { endConnections, setRolePassword } from './database-server-queries.ts';
import type { ServerName } from './database-servers.ts';
import { databaseView } from './database-view.ts';
import { scramVerifier } from './scram-verifier.ts';

/**
 * What is shown changes, then what the server takes: if that fails, it is told, and another change mends it. Whoever is connected by the
 * old password is sent off.
 * @throws AppError realm_unknown, forbidden, database_unknown, rate_limited
 */
export async function realmDatabaseRotate(
  ctx: Context,
  { actor, params }: CallOf<'realmDatabaseRotate'>,
): Promise<RealmDatabase> {
  await takeDatabaseChange(ctx, actor.userId);
  const { realm, server, password } = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!mayOwnDatabase(actor.userId, row)) throw new AppError('forbidden');
    const made = newPassword(ctx, row.id);
    const kept = await updatePassword(tx, row.id, made.sealed);
    if (!kept) throw new AppError('database_unknown');
    await audit(tx, { actor, action: 'databaseRotate', subject: row });
    return { realm: row, server: kept.server as ServerName, password: made.password };
  });
  const { db } = await ctx.databaseServers.open(server);
  await setRolePassword(db, databaseName(realm.id), scramVerifier(password));
  await endConnections(db, databaseName(realm.id));
  return databaseView(ctx, realm);
}
