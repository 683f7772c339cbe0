import { chown, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { closedAbove, databaseName } from './database-policy.ts';
import { listDoors } from './database-queries.ts';

/**
 * Writes down which realms are to have a door to their database, and up to which size. Whoever keeps the doors reads it; each has a
 * folder, which the realm's walls show to it.
 */
export async function writeDoors(ctx: Context): Promise<void> {
  // Whoever writes last has read last, as one process writes, and one after the other, also after one that could not.
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

/** Whoever keeps the doors, where that is another user than this process's. */
function guestsUser({ config }: Context): { uid: number; gid: number } | null {
  return process.getuid?.() === 0 ? config.guests.user : null;
}
