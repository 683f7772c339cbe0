import type { Context } from '../../context.ts';
import { escapeIdentifier } from '../../db/client.ts';
import { AppError } from '../../http/app-error.ts';
import { unseal } from '../chat/sealed.ts';
import { letsIn, runOn } from './database-connect.ts';
import { writeDoors } from './database-doors.ts';
import { databaseName } from './database-policy.ts';
import { findDatabase, moveState, removeDatabase } from './database-queries.ts';
import {
  closeOwnDatabase,
  defineDatabase,
  defineRole,
  dropDefined,
  listOpenDatabases,
  oneAtATime,
} from './database-server-queries.ts';
import type { ServerName } from './database-servers.ts';
import { scramVerifier } from './scram-verifier.ts';

/** What a password is sealed to. */
export const sealOwner = (realmId: string) => `realm database ${realmId}`;

/**
 * Makes what a row says, also where an attempt was cut off. If it cannot be made, nothing of it is left.
 * @throws AppError database_unavailable where the server lets it in nowhere, or anywhere else
 */
export async function databaseBuild(ctx: Context, realmId: string): Promise<void> {
  try {
    const row = await findDatabase(ctx.db, realmId);
    if (row?.state !== 'creating') return;
    const server = await ctx.databaseServers.open(row.server as ServerName);
    await oneAtATime(server.db, async (db) => {
      if ((await findDatabase(ctx.db, realmId))?.state !== 'creating') return;
      const name = databaseName(realmId);
      const password = unseal(ctx.config.secrets.tokenKey, sealOwner(realmId), row.password);
      await closeOwnDatabase(db);
      await defineRole(db, name, scramVerifier(password));
      await defineDatabase(db, name);
      await runOn(server.url, name, `grant all on schema public to ${escapeIdentifier(name)}`);
      await assertApart(ctx, server.url, { name, password }, await listOpenDatabases(db, name));
      await moveState(ctx.db, realmId, 'creating', 'ready');
    });
    await writeDoors(ctx);
  } catch (fault) {
    await moveState(ctx.db, realmId, 'creating', 'deleting');
    await databaseDrop(ctx, realmId);
    throw fault;
  }
}

/** The role gets into its own database and no other: what an operator's server allows beside that only trying tells. */
async function assertApart(
  ctx: Context,
  databaseUrl: string,
  { name, password }: { name: string; password: string },
  others: string[],
): Promise<void> {
  const login = { user: name, password };
  const isIn = await letsIn(databaseUrl, name, login);
  const open = [];
  for (const other of others) if (await letsIn(databaseUrl, other, login)) open.push(other);
  if (isIn && open.length === 0) return;
  ctx.log.warn(
    { isIn, open },
    'databases for realms need CONNECT taken from PUBLIC on all others, and an entry in pg_hba.conf',
  );
  throw new AppError('database_unavailable');
}

/** Drops what is to be deleted, connections and all. What is cut off the next call finishes. */
export async function databaseDrop(ctx: Context, realmId: string): Promise<void> {
  const row = await findDatabase(ctx.db, realmId);
  if (row?.state !== 'deleting') return;
  const { db } = await ctx.databaseServers.open(row.server as ServerName);
  await oneAtATime(db, async (connection) => {
    if ((await findDatabase(ctx.db, realmId))?.state !== 'deleting') return;
    await dropDefined(connection, databaseName(realmId));
    await removeDatabase(ctx.db, realmId);
  });
  await writeDoors(ctx);
}
