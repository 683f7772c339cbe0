import { type RealmDatabase, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { addressOf } from './database-connect.ts';
import { connectionsMax, type DatabaseAccess, databaseName } from './database-policy.ts';
import { type DatabaseRow, findDatabase } from './database-queries.ts';
import type { ServerName } from './database-servers.ts';

/** @throws AppError realm_unknown */
export async function realmDatabase(ctx: Context, { actor, params }: CallOf<'realmDatabase'>): Promise<RealmDatabase> {
  return databaseView(ctx, await visibleRealm(ctx, actor.userId, params.id));
}

/** Where a realm within walls finds its database. */
const inRealm = { host: '127.0.0.1', port: 5432 };

/** What a realm has, without the password. */
export async function databaseView(
  ctx: Context,
  { id, ownerTier }: { id: string; ownerTier: string },
): Promise<RealmDatabase> {
  const row = await findDatabase(ctx.db, id);
  return {
    available: row !== undefined || (await ctx.databaseServers.trials.problem()) === null,
    limitBytes: tierLimits[ownerTier as Tier].databaseBytes,
    connections: connectionsMax,
    database: row ? rowView(ctx, row) : null,
  };
}

function rowView({ config }: Context, row: DatabaseRow): NonNullable<RealmDatabase['database']> {
  const name = databaseName(row.realm_id);
  const server = row.server as ServerName;
  const { tcpPort } = config.guests;
  const through = tcpPort === null ? inRealm : { ...inRealm, port: tcpPort };
  const { host, port } = server === 'product' ? addressOf(config.databaseUrl) : through;
  return {
    state: row.state as 'creating' | 'ready' | 'deleting',
    server,
    access: row.access as DatabaseAccess,
    bytes: Number(row.bytes),
    host,
    port,
    name,
    user: name,
    jdbcUrl: `jdbc:postgresql://${host}:${port}/${name}`,
  };
}
