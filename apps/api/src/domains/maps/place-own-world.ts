import { FilesError, type RealmFiles } from '@realmkeep/runtime';
import type { Context } from '../../context.ts';
import { carryOver } from './map-carry-over.ts';
import { mapKey } from './map-archive.ts';
import { findStoredMap } from './map-queries.ts';

/**
 * Gives a realm that is to start for the first time the world that its owner has brought along, unless a world is there: one that came
 * before a crash, or with a backup. To be taken again after any failure; it is whole or not there.
 * @param realm with the world's id
 * @throws Error when the world is gone, and what the files and the store refuse
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

async function hasWorld(files: RealmFiles): Promise<boolean> {
  try {
    // An empty folder is no world: a file agent makes it.
    return (await files.list('world')).length > 0;
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
