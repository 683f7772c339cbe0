import type { FileHandle } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { gunzipSync, inflateSync } from 'node:zlib';
import { blockSections } from './block-sections.ts';
import { LandDrawing } from './land-drawing.ts';
import { type MadeLand, sectionsOf } from './made-land.ts';

const sectorBytes = 4096;
/** 32 × 32 chunks. */
const side = 32;
/** Far above a full chunk. */
const maxChunkBytes = 8 << 20;
/** What is read and unpacked of one region: full ones have half of it. What is beyond is not drawn. */
const maxBytes = 512 << 20;
/** Of the processor's time, in ms: chunks may be made so that each takes long. What is beyond is not drawn. */
const longestMs = 10_000;
/** Chunks between which whoever else waits has a turn. */
const chunksAtOnce = 8;

/**
 * A region as seen from above, as the game's maps draw it: a byte for each of its 512 × 512 columns, row by row from the north, four times
 * the number of the colour (land.ts) and the number of the shade; 0 where there is nothing. Chunks that cannot be read are
 * left out. Source of the format: https://minecraft.wiki/w/Region_file_format
 * @param region x and z of the region
 * @param file null where nothing is stored
 * @param made what chunks are that are not stored; null: nothing
 */
export async function drawRegion(
  region: { x: number; z: number },
  file: FileHandle | null,
  made: MadeLand | null,
): Promise<Buffer> {
  const drawing = new LandDrawing();
  const unchanged = made && sectionsOf(made);
  const table = Buffer.alloc(sectorBytes);
  await file?.read(table, 0, sectorBytes, 0);
  const began = process.cpuUsage();
  let left = maxBytes;
  for (let index = 0; index < side * side && left > 0; index += 1) {
    const { user, system } = process.cpuUsage(began);
    if (user + system > longestMs * 1000) break;
    const [x, z] = [index % side, Math.floor(index / side)];
    const entry = table.readUInt32BE(index * 4);
    if (entry === 0) {
      if (unchanged) drawing.draw(x, z, unchanged(region.x * side + x, region.z * side + z));
    } else if (file) {
      const stored = await readSectors(file, entry);
      const chunk = unpack(stored);
      left -= stored.length + (chunk?.length ?? maxChunkBytes);
      if (chunk) drawIfSound(drawing, x, z, chunk);
    }
    if (index % chunksAtOnce === 0) await breathe();
  }
  return drawing.shaded();
}

async function readSectors(file: FileHandle, entry: number): Promise<Buffer> {
  const sectors = Buffer.alloc((entry & 0xff) * sectorBytes);
  const { bytesRead } = await file.read(sectors, 0, sectors.length, (entry >>> 8) * sectorBytes);
  return sectors.subarray(0, bytesRead);
}

/** Null where it is damaged, or packed as no server does by itself. */
function unpack(stored: Buffer): Buffer | null {
  if (stored.length < 5) return null;
  const packed = stored.subarray(5, 4 + stored.readUInt32BE(0));
  const options = { maxOutputLength: maxChunkBytes };
  try {
    if (stored[4] === 1) return gunzipSync(packed, options);
    if (stored[4] === 2) return inflateSync(packed, options);
    return stored[4] === 3 ? packed : null;
  } catch {
    return null;
  }
}

function drawIfSound(drawing: LandDrawing, x: number, z: number, chunk: Buffer): void {
  try {
    drawing.draw(x, z, blockSections(chunk));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}
