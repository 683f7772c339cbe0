import type { Context } from '../../context.ts';
import { removeWorld } from './map-archive.ts';
import { mapFolders, removeMapFolder } from './map-folders.ts';
import { existingBlobs, forgetDeletedMaps, unkeptMaps } from './map-queries.ts';

/** A new archive may not have its row yet. */
const freshMs = 3_600_000;

/** Removes the archives and folders of worlds that were deleted, and what a crash has left of those that were being made. */
export async function mapSweep(ctx: Context): Promise<void> {
  const { db, config, blobs } = ctx;
  await forgetDeletedMaps(db);
  const quiet = (await mapFolders(config)).filter(({ isQuiet }) => isQuiet);
  const unkept = new Set(
    (
      await unkeptMaps(
        db,
        quiet.flatMap(({ id }) => id ?? []),
      )
    ).map(({ id }) => id),
  );
  for (const { id, folder } of quiet) if (id === null || !unkept.has(id)) await removeMapFolder(folder);
  for await (const page of blobs.maps.list()) {
    const old = page
      .filter(({ at }) => at.getTime() < Date.now() - freshMs)
      .map(({ key }) => key.split('.', 1)[0] ?? '');
    const existing = await existingBlobs(db, old);
    for (const blob of old) if (!existing.has(blob)) await removeWorld(ctx, blob);
  }
}
