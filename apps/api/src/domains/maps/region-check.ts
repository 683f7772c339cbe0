import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { AppError } from '../../http/app-error.ts';
import { checkDataVersion } from './level.ts';

const sectorBytes = 4096;
const chunksOfRegion = 1024;
/** The kernel's own bound for one chunk. */
const maxChunkBytes = 16 * 1024 * 1024;
/** Chunks as the game packs them unfold to less; others would only cost time. */
const maxRatio = 50;
const deflate = 2;
/** The tag of a whole number called DataVersion: type, length of the name, name. */
const versionTag = Buffer.concat([Buffer.from([3, 0, 11]), Buffer.from('DataVersion')]);

/**
 * Looks through a region file: each chunk has to be whole and of a version that the kernel reads.
 * Source: https://minecraft.wiki/w/Region_file_format
 * @returns the places of its chunks, x + z * 32
 * @throws AppError realm_map_archive, realm_map_version
 */
export async function checkRegion(file: FileHandle): Promise<number[]> {
  const { size } = await file.stat();
  // As the game leaves one in which it has never saved anything.
  if (size === 0) return [];
  const table = await bytesAt(file, 0, sectorBytes);
  const found: number[] = [];
  let left = size * maxRatio;
  for (let place = 0; place < chunksOfRegion; place += 1) {
    const entry = table.readUInt32BE(place * 4);
    if (entry === 0) continue;
    const sectors = await bytesAt(file, (entry >>> 8) * sectorBytes, (entry & 0xff) * sectorBytes, 5);
    const length = sectors.readUInt32BE(0);
    if (length < 2 || length + 4 > sectors.length || sectors[4] !== deflate) throw new AppError('realm_map_archive');
    const chunk = await unpackChunk(sectors.subarray(5, 4 + length));
    left -= chunk.length;
    if (left < 0) throw new AppError('realm_map_archive');
    const at = chunk.indexOf(versionTag) + versionTag.length;
    checkDataVersion(at < versionTag.length || at + 4 > chunk.length ? undefined : chunk.readInt32BE(at));
    found.push(place);
  }
  return found;
}

/** The last chunk of a file may end before its sector does. */
async function bytesAt(file: FileHandle, position: number, length: number, least = length): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < least) throw new AppError('realm_map_archive');
  return buffer.subarray(0, bytesRead);
}

async function unpackChunk(packed: Buffer): Promise<Buffer> {
  try {
    return await promisify(inflate)(packed, { maxOutputLength: maxChunkBytes });
  } catch {
    throw new AppError('realm_map_archive');
  }
}
