import type { FileHandle } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { gunzipSync, inflateSync } from 'node:zlib';
import { blockSections } from './block-sections.ts';
import { LandDrawing } from './land-drawing.ts';
import { type MadeLand, sectionsOf } from './made-land.ts';
import { unpackLz4 } from './unpack-lz4.ts';

const sectorBytes = 4096;
/** 32 × 32 chunks. */
const side = 32;
/** Far above a full chunk. */
const maxChunkBytes = 8 << 20;
/** A flag of a chunk's compression type: it is in a file of its own, as chunks longer than 1 MiB are. */
const elsewhere = 0x80;

/** The bounds of drawing one region; anything beyond is not drawn. */
interface Bounds {
  /** Read and unpacked. */
  bytes: number;
  /** Processor time: chunks may be crafted to take long. */
  ms: number;
  /** The first and last chunks to draw, within the region. */
  part: { fromX: number; toX: number; fromZ: number; toZ: number };
}

/** Full regions have half of the bytes. */
const whole: Bounds = { bytes: 512 << 20, ms: 10_000, part: { fromX: 0, toX: side - 1, fromZ: 0, toZ: side - 1 } };

/** Chunks after which other work has a turn. */
const chunksAtOnce = 8;

export interface StoredRegion {
  file: {
    read: (
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
    ) => Promise<{ bytesRead: number; buffer: Buffer }>;
  };
  /** Another file of its folder, which the caller closes; null where there is none. */
  beside: (name: string) => Promise<FileHandle | null>;
}

/**
 * A region as seen from above, as the game's maps draw it: a byte for each of its 512 × 512 columns, row by row from the north, four times
 * the number of the colour (land.ts) and the number of the shade; 0 where there is nothing. Chunks that cannot be read are
 * left out. Source of the format: https://minecraft.wiki/w/Region_file_format
 * @param region x and z of the region
 * @param stored null where nothing is
 * @param made what chunks are that are not stored; null: nothing
 * @param bounds how much is drawn
 */
export async function drawRegion(
  region: { x: number; z: number },
  stored: StoredRegion | null,
  made: MadeLand | null,
  { bytes, ms, part }: Bounds = whole,
): Promise<Buffer> {
  const drawing = new LandDrawing();
  const unchanged = made && sectionsOf(made);
  const table = Buffer.alloc(sectorBytes);
  await stored?.file.read(table, 0, sectorBytes, 0);
  const began = process.cpuUsage();
  let left = bytes;
  for (let index = 0; index < side * side && left > 0; index += 1) {
    const { user, system } = process.cpuUsage(began);
    if (user + system > ms * 1000) break;
    const [x, z] = [index % side, Math.floor(index / side)];
    if (x < part.fromX || x > part.toX || z < part.fromZ || z > part.toZ) continue;
    const entry = table.readUInt32BE(index * 4);
    if (entry === 0) {
      if (unchanged) drawing.draw(x, z, unchanged(region.x * side + x, region.z * side + z));
    } else if (stored) {
      const packed = await readChunk(stored, entry, `c.${region.x * side + x}.${region.z * side + z}.mcc`);
      const chunk = packed && unpack(packed);
      left -= (packed?.bytes.length ?? sectorBytes) + (chunk?.length ?? maxChunkBytes);
      if (chunk) drawIfSound(drawing, x, z, chunk);
    }
    if (index % chunksAtOnce === 0) await breathe();
  }
  return drawing.shaded();
}

interface PackedChunk {
  /** How it is packed. */
  kind: number;
  bytes: Buffer;
}

async function readChunk({ file, beside }: StoredRegion, entry: number, ownName: string): Promise<PackedChunk | null> {
  const sectors = await readAt(file, (entry >>> 8) * sectorBytes, (entry & 0xff) * sectorBytes);
  if (sectors.length < 5) return null;
  const kind = sectors.readUInt8(4);
  if (kind < elsewhere) return { kind, bytes: sectors.subarray(5, 4 + sectors.readUInt32BE(0)) };
  const own = await beside(ownName);
  try {
    return (
      own && { kind: kind - elsewhere, bytes: await readAt(own, 0, Math.min((await own.stat()).size, maxChunkBytes)) }
    );
  } finally {
    await own?.close();
  }
}

async function readAt(file: StoredRegion['file'], position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Null where it is damaged, or packed as no server does. */
function unpack({ kind, bytes }: PackedChunk): Buffer | null {
  const options = { maxOutputLength: maxChunkBytes };
  try {
    if (kind === 1) return gunzipSync(bytes, options);
    if (kind === 2) return inflateSync(bytes, options);
    if (kind === 4) return unpackLz4(bytes, maxChunkBytes);
    return kind === 3 ? bytes : null;
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
