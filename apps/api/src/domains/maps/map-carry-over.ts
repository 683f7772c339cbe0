import { cp } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { assertDiskSpace } from '../../limits/disk-space.ts';
import { keepWorld, removeWorld } from './map-archive.ts';
import { mapFolder, mapFolders, newMapFolder, removeMapFolder } from './map-folders.ts';
import { setBlob, unkeptMaps } from './map-queries.ts';

/**
 * Makes archives of worlds that earlier versions kept as folders of this machine. A folder goes once a row names its archive, with the sweep at
 * the latest.
 */
export async function mapsCarryOver(ctx: Context): Promise<void> {
  const ids = (await mapFolders(ctx.config)).flatMap(({ id }) => id ?? []);
  for (const map of await unkeptMaps(ctx.db, ids)) await carryOver(ctx, map);
}

/** @returns the blob of its archive */
export async function carryOver(ctx: Context, { id, bytes }: { id: string; bytes: number }): Promise<string> {
  const { config, db } = ctx;
  // The copy, in which the world lies as in an archive.
  await assertDiskSpace(ctx, bytes);
  const copy = await newMapFolder(config);
  try {
    await cp(mapFolder(config, id), join(copy, 'world'), { recursive: true, mode: constants.COPYFILE_FICLONE });
    const made = await keepWorld(ctx, copy, bytes);
    const blob = await setBlob(db, id, made);
    if (blob !== made) await removeWorld(ctx, made);
    await removeMapFolder(mapFolder(config, id));
    return blob;
  } finally {
    await removeMapFolder(copy);
  }
}
