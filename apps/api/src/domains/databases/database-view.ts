import { type RealmDatabase, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { addressOf } from './database-connect.ts';
import { connectionsMax, type DatabaseAccess, databaseName } from './database-policy.ts';
import { type DatabaseRow, findDatabase } from './database-queries.ts';
import { mayDefine } from './database-server-queries.ts';

/** What a realm has, without the password. */
export async function databaseView(
  ctx: Context,
  { id, ownerTier }: { id: string; ownerTier: string },
): Promise<RealmDatabase> {
  const row = await findDatabase(ctx.db, id);
  return {
    available: row !== undefined || (await mayDefine(ctx.db)),
    limitBytes: tierLimits[ownerTier as Tier].databaseBytes,
    connections: connectionsMax,
    database: row ? rowView(ctx, row) : null,
  };
}

function rowView(ctx: Context, row: DatabaseRow): NonNullable<RealmDatabase['database']> {
  const name = databaseName(row.realm_id);
  const { host, port } = addressOf(ctx.config.databaseUrl);
  return {
    state: row.state as 'creating' | 'ready' | 'deleting',
    access: row.access as DatabaseAccess,
    bytes: Number(row.bytes),
    host,
    port,
    name,
    user: name,
    jdbcUrl: `jdbc:postgresql://${host}:${port}/${name}`,
  };
}
