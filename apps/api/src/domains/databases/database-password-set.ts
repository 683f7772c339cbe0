import type { Context } from '../../context.ts';
import { unseal } from '../identity/chat/sealed.ts';
import { sealOwner } from './database-build.ts';
import { databaseName } from './database-policy.ts';
import { findDatabase, notePasswordSet } from './database-queries.ts';
import { endConnections, oneAtATime, setRolePassword } from './database-server-queries.ts';
import type { ServerName } from './database-servers.ts';
import { scramVerifier } from './scram-verifier.ts';

/**
 * Sets the row's password on the server, also after an interrupted attempt, and disconnects sessions that used the previous one. Of two
 * concurrent changes the later one wins, as each sets what the row has then.
 */
export async function databasePasswordSet(ctx: Context, realmId: string): Promise<void> {
  const found = await findDatabase(ctx.db, realmId);
  if (!found) return;
  const { db } = await ctx.databaseServers.open(found.server as ServerName);
  await oneAtATime(db, async (connection) => {
    const row = await findDatabase(ctx.db, realmId);
    if (row?.state !== 'ready' || row.is_password_set) return;
    const name = databaseName(realmId);
    const password = unseal(ctx.config.secrets.tokenKey, sealOwner(realmId), row.password);
    // A session may be changing the role itself, and one may begin with the old password meanwhile.
    await endConnections(connection, name);
    await setRolePassword(connection, name, scramVerifier(password));
    await endConnections(connection, name);
    await notePasswordSet(ctx.db, realmId, row.password);
  });
}
