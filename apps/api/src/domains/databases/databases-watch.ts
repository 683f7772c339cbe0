import { type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { databaseBuild, databaseDrop } from './database-build.ts';
import { accessUnder, databaseName } from './database-policy.ts';
import { abandonOrphans, listUnfinished, measureDatabases, type MeasuredRow, recordSize } from './database-queries.ts';
import { endConnections, setRoleAccess } from './database-server-queries.ts';

/** Finished in one go; measured in one statement. */
const atOnce = 10;
const pageSize = 100;

/** Finishes what was cut off, drops what deleted realms have left, and holds sizes against the limits. */
export async function databasesWatch(ctx: Context): Promise<void> {
  await abandonOrphans(ctx.db);
  for (const realmId of await listUnfinished(ctx.db, 'deleting', atOnce)) await tried(ctx, realmId, databaseDrop);
  for (const realmId of await listUnfinished(ctx.db, 'creating', atOnce)) await tried(ctx, realmId, databaseBuild);
  let page: MeasuredRow[] = [];
  do {
    page = await measureDatabases(ctx.db, page.at(-1)?.realmId ?? null, pageSize);
    for (const row of page) await tried(ctx, row.realmId, () => hold(ctx, row));
  } while (page.length === pageSize);
}

/** What cannot be done for one realm must not keep the others from being looked at. */
async function tried(ctx: Context, realmId: string, work: (ctx: Context, realmId: string) => Promise<void>) {
  await work(ctx, realmId).catch((err: unknown) =>
    ctx.log.error({ err, realmId }, 'a database could not be looked after'),
  );
}

async function hold(ctx: Context, row: MeasuredRow): Promise<void> {
  const access = accessUnder(Number(row.bytes), tierLimits[row.tier as Tier].databaseBytes);
  if (access === row.access && row.bytes === row.noted) return;
  const name = databaseName(row.realmId);
  const isChanged = await ctx.db.transaction().execute(async (tx) => {
    if (!(await recordSize(tx, row, access)) || access === row.access) return false;
    await setRoleAccess(tx, name, access);
    return true;
  });
  if (!isChanged) return;
  ctx.log.info({ realmId: row.realmId, access, bytes: row.bytes }, 'the access to a database follows its size');
  await endConnections(ctx.db, name);
}
