import type { Context } from '../../context.ts';
import { unseal } from '../identity/chat/sealed.ts';
import { sealOwner } from './database-build.ts';
import { letsIn } from './database-connect.ts';
import { databaseName } from './database-policy.ts';
import { type DatabaseRow, listOnProduct, moveServer } from './database-queries.ts';
import { dropDefined, measureDatabases, oneAtATime } from './database-server-queries.ts';

/**
 * Databases of before, which have been copied from the product's own server to the guests': each is taken from there from now on, and
 * dropped here once its role has got into the copy. One that it does not get into stays, and the log says so.
 */
export async function carryDatabases(ctx: Context): Promise<void> {
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
  // What is not ready is made or dropped there anew, from its row.
  if (row.state === 'ready') {
    const isThere = (await measureDatabases(db, [name])).has(name);
    const password = unseal(ctx.config.secrets.tokenKey, sealOwner(row.realm_id), row.password);
    // A role that may not log in is one that has written too much: it is let in nowhere, and carried over as it is.
    const isIn = isThere && (row.access === 'closed' || (await letsIn(url, name, { user: name, password })));
    if (!isIn) throw new Error(`${name} is not in the copy, and stays where it is`);
  }
  await moveServer(ctx.db, row.realm_id, 'product', 'guests');
  await oneAtATime(ctx.db, (connection) => dropDefined(connection, name));
  ctx.log.info({ realmId: row.realm_id }, 'a database has been carried over to the server of guests');
}
