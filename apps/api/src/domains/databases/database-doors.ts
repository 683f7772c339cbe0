import { chown, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { closedAbove, databaseName } from './database-policy.ts';
import { listDoors } from './database-queries.ts';

/**
 * Writes down which realms get a door to their database, and up to which size. The keeper of the doors reads it; each door has a folder,
 * which the realm's sandbox exposes to it.
 */
export async function writeDoors(ctx: Context): Promise<void> {
  // The last to write has also read last: one process writes, one write after another, even after a failure.
  const written = writing.then(() => replaceDoors(ctx));
  writing = written.catch(() => undefined);
  await written;
}

let writing: Promise<void> = Promise.resolve();

async function replaceDoors(ctx: Context): Promise<void> {
  const rows = await listDoors(ctx.db);
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
