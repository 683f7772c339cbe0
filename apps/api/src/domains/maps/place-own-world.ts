import { FilesError, type RealmFiles } from '@realmkeep/runtime';
import type { Context } from '../../context.ts';
import { carryOver } from './map-carry-over.ts';
import { mapKey } from './map-archive.ts';
import { findStoredMap } from './map-queries.ts';

/**
 * Puts the world that its owner uploaded into a realm that starts for the first time, unless it has a world: placed before a crash,
 * or from a backup. Can be repeated after any failure; the world is complete or absent.
 * @param realm with the world's id
 * @throws Error if the world is gone, and failures of the files and the store
 */
export async function placeOwnWorld(
  ctx: Context,
  { id, number, map }: { id: string; number: number; map: string },
): Promise<void> {
  const { runtime, blobs } = ctx;
  await runtime.prepare(id, number);
  const worlds = runtime.worlds(id);
  if (!(await hasWorld(runtime.files(id)))) {
    const archive = await blobs.maps.get(mapKey(await blobOf(ctx, map)));
    try {
      await worlds.unpack(map, archive);
    } finally {
      archive.destroy();
    }
    await worlds.exchange(map);
  }
  await worlds.drop(map);
}

/** The game knows a world by the first, the built-in server by the second; without its land it is none either. */
const signsOfWorld = new Set(['level.dat', 'map.json', 'region']);

async function hasWorld(files: RealmFiles): Promise<boolean> {
  try {
    // A file agent makes the folder, and what players put there before the first start, or one that failed has left, is no world.
    return (await files.list('world')).some(({ name }) => signsOfWorld.has(name));
  } catch (error) {
    if (error instanceof FilesError && error.code === 'not_found') return false;
    throw error;
  }
}

async function blobOf(ctx: Context, id: string): Promise<string> {
  const map = await findStoredMap(ctx.db, id);
  if (!map) throw new Error(`the world ${id} is gone`);
  return map.blob ?? (await carryOver(ctx, map));
}
