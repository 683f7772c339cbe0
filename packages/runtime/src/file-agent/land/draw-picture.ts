import { read } from 'node:fs';
import { promisify } from 'node:util';
import { landSide, type OpenRegion, type PicturedLand, pictureRegions, pictureSize } from '../../land.ts';
import { drawRegion, type StoredRegion } from './draw-region.ts';
import type { MadeLand } from './made-land.ts';

/** What a process is started with that draws files which it has open: the middle of a small picture, and its regions. */
export interface GivenDrawing {
  x: number;
  z: number;
  regions: readonly OpenRegion[];
}

/** The same, started where those files are at paths. */
export type FoundDrawing = Omit<GivenDrawing, 'regions'> & { regions: { x: number; z: number; path: string }[] };

const readAt = promisify(read);
const chunk = 16;
/** Of each region that a picture touches. A full world needs a twentieth. */
const bounds = { bytes: 64 << 20, ms: 2_000 };

/** As `drawPicture`, of regions that this process has open. */
export function drawGiven({ x, z, regions }: GivenDrawing): Promise<Buffer> {
  async function open(regionX: number, regionZ: number): Promise<StoredRegion | null> {
    const fd = regions.find((one) => one.x === regionX && one.z === regionZ)?.fd;
    if (fd === undefined) return null;
    const file: StoredRegion['file'] = {
      read: (buffer, offset, length, position) => readAt(fd, buffer, offset, length, position),
    };
    // Chunks that are in files of their own stay behind in an upload.
    return { file, beside: async () => null };
  }
  return drawPicture({ x, z }, open, null);
}

/**
 * A small picture of the land around a place, a pixel a block: a byte for each, row by row from the north, as `drawRegion` has them.
 * @param open a region, whose file the caller closes; null where there is none
 * @param made as `drawRegion`
 */
export async function drawPicture(
  middle: Pick<PicturedLand, 'x' | 'z'>,
  open: (x: number, z: number) => Promise<StoredRegion | null>,
  made: MadeLand | null,
): Promise<Buffer> {
  const { width, height } = pictureSize;
  const [left, top] = [middle.x - width / 2, middle.z - height / 2];
  const picture = Buffer.alloc(width * height);
  for (const { x, z } of pictureRegions(middle)) {
    const [west, north] = [x * landSide, z * landSide];
    const stored = await open(x, z);
    const within = (block: number) => Math.floor(Math.min(Math.max(block, 0), landSide - 1) / chunk);
    const part = {
      fromX: within(left - west),
      toX: within(left + width - 1 - west),
      // Shading compares each block's height with its northern neighbour's.
      fromZ: within(top - north - chunk),
      toZ: within(top + height - 1 - north),
    };
    const drawn = stored || made ? await drawRegion({ x, z }, stored, made, { ...bounds, part }) : null;
    if (drawn === null) continue;
    for (let row = 0; row < height; row += 1) {
      const from = top + row - north;
      if (from < 0 || from >= landSide) continue;
      const [first, last] = [Math.max(left, west), Math.min(left + width, west + landSide)];
      drawn.copy(picture, row * width + first - left, from * landSide + first - west, from * landSide + last - west);
    }
  }
  return picture;
}
