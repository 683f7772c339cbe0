import { type FileHandle, readdir } from 'node:fs/promises';
import { pictureRegions, pictureSize } from '@realmkeep/runtime';
import { inFolder, openBelow, openPlainFile } from '@realmkeep/safe-fs';
import type { Context } from '../../context.ts';
import { palettePng } from './palette-png.ts';

/** A PNG of what was drawn, below 40 KB; null where nothing is to be seen. @param pixels as `RealmFiles.drawPicture` has them */
export async function smallPicture(pixels: Buffer): Promise<Buffer | null> {
  return pixels.some((pixel) => pixel !== 0) ? palettePng(pictureSize, pixels) : null;
}

/**
 * What a world looks like that somebody has brought along, around where players appear: drawn by a process that sees nothing else, for
 * its regions may be made to hurt whoever reads them. A world is good without a picture, so null stands for every fault.
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
