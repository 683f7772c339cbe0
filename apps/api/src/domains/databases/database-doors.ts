import { chown, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { closedAbove, databaseName } from './database-policy.ts';
import { listDoors, lockDoors } from './database-queries.ts';

/**
 * Writes down which realms get a door to their database, and up to which size. The keeper of the doors reads it; each door has a folder,
 * which the realm's sandbox exposes to it.
 */
export async function writeDoors(ctx: Context): Promise<void> {
  // The last to write has also read last, whichever process it is.
  await ctx.db.transaction().execute(async (tx) => {
    await lockDoors(tx);
    await replaceDoors(ctx, tx);
  });
}

async function replaceDoors(ctx: Context, tx: Tx): Promise<void> {
  const rows = await listDoors(tx);
  const folder = join(ctx.config.dataDir, 'guests');
  await mkdir(join(folder, 'doors'), { recursive: true, mode: 0o711 });
  for (const { realmId } of rows) await makeDoorFolder(ctx, join(folder, 'doors', realmId));
  const doors = rows.map(({ realmId, server, tier }) => ({
    realmId,
    name: databaseName(realmId),
    server,
    closedAboveBytes: closedAbove(tierLimits[tier as Tier].databaseBytes),
  }));
  const file = join(folder, 'doors.json');
  await writeFile(`${file}.new`, JSON.stringify(doors), { mode: 0o640 });
  const user = guestsUser(ctx);
  if (user) await chown(`${file}.new`, 0, user.gid);
  await rename(`${file}.new`, file);
}

async function makeDoorFolder(ctx: Context, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o711 });
  const user = guestsUser(ctx);
  if (user) await chown(path, user.uid, user.gid);
}

/** The user that runs the doors, if it is not this process's. */
function guestsUser({ config }: Context): { uid: number; gid: number } | null {
  return process.getuid?.() === 0 ? config.guests.user : null;
}
