import { type FileHandle, readdir } from 'node:fs/promises';
import { pictureRegions, pictureSize } from '@realmkeep/runtime';
import { inFolder, openBelow, openPlainFile } from '@realmkeep/safe-fs';
import type { Context } from '../../context.ts';
import { palettePng } from './palette-png.ts';

/** A PNG of less than 40 KB; null if the picture is empty. @param pixels as returned by `RealmFiles.drawPicture` */
export async function smallPicture(pixels: Buffer): Promise<Buffer | null> {
  return pixels.some((pixel) => pixel !== 0) ? palettePng(pictureSize, pixels) : null;
}

/**
 * A picture of an uploaded world around its spawn point. Drawn by a process that sees nothing else, as its regions may be crafted
 * to exploit a reader. A world is fine without a picture, so every fault returns null.
 * @param world its folder
 */
export async function drawOwnMap(
  { runtime, log }: Context,
  world: FileHandle,
  spawn: { x: number; z: number },
): Promise<Buffer | null> {
  await using folder = await openBelow(world, ['region']);
  await using files = new AsyncDisposableStack();
  const there = new Set(await readdir(inFolder(folder, '.')));
  const regions = [];
  for (const { x, z } of pictureRegions(spawn)) {
    const name = `r.${x}.${z}.mca`;
    const file = there.has(name) ? files.use(await openPlainFile(folder, name)) : null;
    if (file) regions.push({ x, z, fd: file.fd });
  }
  try {
    return await smallPicture(await runtime.drawPicture(spawn, regions));
  } catch (error) {
    log.warn({ err: error }, 'failed to draw a world of a player’s own');
    return null;
  }
}
