import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import { unseal } from '../identity/chat/sealed.ts';
import { writeDoors } from './database-doors.ts';
import { databaseName } from './database-policy.ts';
import { findDatabase, moveState, removeDatabase } from './database-queries.ts';
import { dropDefined, oneAtATime } from './database-server-queries.ts';
import type { ServerName } from './database-servers.ts';
import { defineApart } from './server-trial.ts';

/** The owner that a password is sealed for. */
export const sealOwner = (realmId: string) => `realm database ${realmId}`;

/**
 * Creates what a row describes, also after an interrupted attempt. If that fails, nothing is left behind.
 * @throws AppError database_unavailable where the server lets the role in nowhere, or anywhere else
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
      const problem = await defineApart(db, server.url, { name, password });
      if (problem !== null) {
        ctx.databaseServers.trials.note(problem);
        throw new AppError('database_unavailable');
      }
      await moveState(ctx.db, realmId, 'creating', 'ready');
    });
    await writeDoors(ctx);
  } catch (error) {
    await moveState(ctx.db, realmId, 'creating', 'deleting');
    await databaseDrop(ctx, realmId);
    throw error;
  }
}

/**
 * Drops what is to be deleted, closing its connections. The next call finishes an interrupted one, or one with a session that does not end:
 * within some of its functions PostgreSQL does not check for interrupts.
 */
export async function databaseDrop(ctx: Context, realmId: string): Promise<void> {
  const row = await findDatabase(ctx.db, realmId);
  if (row?.state !== 'deleting') return;
  // Nobody can connect any more.
  await writeDoors(ctx);
  const { db } = await ctx.databaseServers.open(row.server as ServerName);
  await oneAtATime(db, async (connection) => {
    if ((await findDatabase(ctx.db, realmId))?.state !== 'deleting') return;
    if (await dropDefined(connection, databaseName(realmId))) await removeDatabase(ctx.db, realmId);
    else ctx.log.info({ realmId }, 'a database is dropped once its sessions have ended');
  });
}
