import type { Context } from '../../context.ts';
import { quietMapFolders, removeMapFolder } from './map-folders.ts';
import { existingMaps, forgetDeletedMaps } from './map-queries.ts';

/** Removes the folders of worlds that were deleted, and what a crash has left of those that were being made. */
export async function mapSweep({ db, config }: Context): Promise<void> {
  await forgetDeletedMaps(db);
  const folders = await quietMapFolders(config);
  const existing = await existingMaps(
    db,
    folders.flatMap(({ id }) => id ?? []),
  );
  for (const { id, folder } of folders) if (id === null || !existing.has(id)) await removeMapFolder(folder);
}
