import { type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/pool.ts';
import { unseal } from '../identity/chat/sealed.ts';
import { databaseBuild, databaseDrop, sealOwner } from './database-build.ts';
import { writeDoors } from './database-doors.ts';
import { databasePasswordSet } from './database-password-set.ts';
import { accessUnder, databaseName } from './database-policy.ts';
import {
  abandonOrphans,
  type KeptRow,
  listReady,
  listServers,
  listUnfinished,
  listUnsetPasswords,
  recordSize,
  type DatabaseRow,
  listOnProduct,
  moveServer,
} from './database-queries.ts';
import {
  dropDefined,
  endConnections,
  measureDatabases,
  oneAtATime,
  setDatabaseOpen,
  setRoleAccess,
} from './database-server-queries.ts';
import type { ServerName } from './database-servers.ts';
import { letsIn } from './database-connect.ts';

/** Finished in one pass; measured in one statement. */
const atOnce = 10;
const pageSize = 100;

/** Finishes interrupted work, drops the databases of deleted realms, and enforces size limits. */
export async function databasesWatch(ctx: Context): Promise<void> {
  await abandonOrphans(ctx.db);
  await carryDatabases(ctx);
  // Notices a server that an operator has changed before a player is refused.
  await ctx.databaseServers.trials.problem();
  for (const realmId of await listUnfinished(ctx.db, 'deleting', atOnce)) await tried(ctx, realmId, databaseDrop);
  for (const realmId of await listUnfinished(ctx.db, 'creating', atOnce)) await tried(ctx, realmId, databaseBuild);
  for (const realmId of await listUnsetPasswords(ctx.db, atOnce)) await tried(ctx, realmId, databasePasswordSet);
  for (const server of await listServers(ctx.db)) {
    await holdSizes(ctx, server).catch((error: unknown) =>
      ctx.log.error({ err: error, server }, "failed to measure realms' databases"),
    );
  }
  await writeDoors(ctx);
}

async function holdSizes(ctx: Context, server: ServerName): Promise<void> {
  const { db } = await ctx.databaseServers.open(server);
  let page: KeptRow[] = [];
  do {
    page = await listReady(ctx.db, server, page.at(-1)?.realmId ?? null, pageSize);
    const sizes = await measureDatabases(
      db,
      page.map(({ realmId }) => databaseName(realmId)),
    );
    for (const row of page) {
      const bytes = sizes.get(databaseName(row.realmId));
      if (bytes !== undefined) await tried(ctx, row.realmId, () => hold(ctx, db, { ...row, bytes }));
    }
  } while (page.length === pageSize);
}

/** A failure for one realm must not keep the others from being checked. */
async function tried(ctx: Context, realmId: string, work: (ctx: Context, realmId: string) => Promise<void>) {
  await work(ctx, realmId).catch((error: unknown) =>
    ctx.log.error({ err: error, realmId }, 'failed to look after a database'),
  );
}

async function hold(ctx: Context, db: Db, row: KeptRow & { bytes: string }): Promise<void> {
  const access = accessUnder(Number(row.bytes), tierLimits[row.tier as Tier].databaseBytes);
  if (access === row.access && row.bytes === row.noted) return;
  const name = databaseName(row.realmId);
  // The server first: if interrupted after that, it is done again, and recorded then.
  if (access !== row.access) {
    await setDatabaseOpen(db, name, access !== 'closed');
    if (access === 'closed') await endConnections(db, name);
    await db.transaction().execute((tx) => setRoleAccess(tx, name, access));
  }
  if (!(await recordSize(ctx.db, row, access)) || access === row.access) return;
  ctx.log.info({ realmId: row.realmId, access, bytes: row.bytes }, 'the access to a database follows its size');
  await endConnections(db, name);
}

/**
 * Old databases that have been copied from the product's own server to the guests': from now on each is used there, and dropped here once
 * its role has logged in to the copy. One whose role cannot log in stays, and the log says so.
 */
async function carryDatabases(ctx: Context): Promise<void> {
  if (!ctx.config.guests.carriesOver || !ctx.databaseServers.runs('guests')) return;
  for (const row of await listOnProduct(ctx.db)) {
    await carry(ctx, row).catch((error: unknown) =>
      ctx.log.error({ err: error, realmId: row.realm_id }, 'failed to carry a database over'),
    );
  }
}

async function carry(ctx: Context, row: DatabaseRow): Promise<void> {
  const name = databaseName(row.realm_id);
  const { url, db } = await ctx.databaseServers.open('guests');
  // What is not ready is created or dropped there afresh, from its row.
  if (row.state === 'ready') {
    const isThere = (await measureDatabases(db, [name])).has(name);
    const password = unseal(ctx.config.secrets.tokenKey, sealOwner(row.realm_id), row.password);
    // A role that may not log in has written too much: it has access nowhere, and is moved as it is.
    const isIn = isThere && (row.access === 'closed' || (await letsIn(url, name, { user: name, password })));
    if (!isIn) throw new Error(`${name} is not in the copy, and stays where it is`);
  }
  await moveServer(ctx.db, row.realm_id, 'product', 'guests');
  await oneAtATime(ctx.db, (connection) => dropDefined(connection, name));
  ctx.log.info({ realmId: row.realm_id }, 'a database has been carried over to the server of guests');
}
