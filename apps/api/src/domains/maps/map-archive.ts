import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { packSnapshot } from '@realmkeep/archives';
import { inFolder, openFolder } from '@realmkeep/safe-fs';
import type { Context } from '../../context.ts';
import { assertStoreSpace } from '../../limits/disk-space.ts';
import { worldLimits } from './unpack-world.ts';

/** Beside what was unpacked, `map.json` and the folders around it. */
const limits = { ...worldLimits, entries: worldLimits.entries + 10, bytes: worldLimits.bytes + 1024 * 1024 };

/** The key of a world's archive in its store. */
export function mapKey(blob: string): string {
  return `${blob}.tar.zst`;
}

/**
 * Packs the subfolder `world` in the form that `RealmWorlds` unpacks, and stores it.
 * @returns its blob, which belongs to nothing until a row refers to it
 */
export async function keepWorld(ctx: Context, folder: string, bytes: number): Promise<string> {
  await assertStoreSpace(ctx, ctx.blobs.maps, bytes);
  await using opened = await openFolder(folder);
  await writeFile(inFolder(opened, 'settings.json'), '{}', { mode: 0o600 });
  const blob = randomUUID();
  const archive = packSnapshot(opened, limits);
  try {
    await ctx.blobs.maps.put(mapKey(blob), archive);
  } finally {
    archive.destroy();
  }
  return blob;
}

/** Removes an archive that is no longer needed. On a failure the sweep does it later. */
export async function removeWorld({ blobs, log }: Context, blob: string): Promise<void> {
  await blobs.maps
    .remove(mapKey(blob))
    .catch((error: unknown) => log.warn({ err: error, blob }, 'failed to remove the archive of a world'));
}
