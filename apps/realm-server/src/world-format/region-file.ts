import { closeSync, copyFileSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeDurably } from '../world-folder/durable-file.ts';

const sectorBytes = 4096;
/** 32 × 32 chunks. */
const chunksPerRegion = 1024;
const deflate = 2;
/** Marks a chunk that is in a file of its own, so that a chunk of any size can be stored. */
const outside = 128;
const mostSectors = 0xff;
/** Far above what a chunk may be unpacked. */
const mostOutside = 32 << 20;

/**
 * A region file of the Anvil format, 32 × 32 chunks. Unlike the usual writers it never overwrites used sectors:
 * a chunk is written to free ones and synced, and only then the table points to it. After a kill at any moment, the file has
 * either the whole old chunk or the whole new one. Chunks over a mebibyte are in files of their own, as in the game. Source: https://minecraft.wiki/w/Region_file_format
 */
export class RegionFile {
  readonly #path: string;
  /** Where each chunk is: first sector << 8 | sectors; 0 for none. */
  readonly #table = new Uint32Array(chunksPerRegion);
  readonly #usedSectors = new Set<number>([0, 1]);

  constructor(path: string) {
    this.#path = path;
    const header = readAt(path, 0, sectorBytes);
    if (!header) return;
    for (let i = 0; i < chunksPerRegion; i += 1) {
      const entry = header.readUInt32BE(i * 4);
      this.#table[i] = entry;
      markSectors(entry, (sector) => this.#usedSectors.add(sector));
    }
  }

  has(index: number): boolean {
    return this.#table[index] !== 0;
  }

  /** The stored bytes of chunk `index`; null when there is none. @throws when the file is damaged there. */
  read(index: number): Buffer | null {
    const entry = this.#table[index] ?? 0;
    if (entry === 0) return null;
    const sectors = readAt(this.#path, (entry >>> 8) * sectorBytes, (entry & 0xff) * sectorBytes);
    const length = sectors?.readUInt32BE(0) ?? 0;
    if (sectors && sectors[4] === (deflate | outside)) return readOutside(this.#pathOutside(index));
    if (!sectors || length < 1 || length + 4 > sectors.length || sectors[4] !== deflate) {
      throw new Error(`chunk ${index} of ${this.#path} is damaged`);
    }
    return sectors.subarray(5, 4 + length);
  }

  /**
   * Writes chunks so that they are on the disk when it returns. One call at a time.
   * @param assertClaim called before each of the two steps.
   */
  async write(chunks: Map<number, Buffer>, assertClaim: () => void): Promise<void> {
    const taken = new Map<number, number>();
    assertClaim();
    const file = await openToWrite(this.#path);
    try {
      for (const [index, data] of chunks) {
        const isOutside = liesOutside(data);
        const inside = isOutside ? Buffer.alloc(0) : data;
        if (isOutside) await writeDurably(this.#pathOutside(index), data);
        const count = sectorsOf(inside);
        const first = this.#takeSectors(count);
        taken.set(index, (first << 8) | count);
        const sectors = Buffer.alloc(count * sectorBytes);
        sectors.writeUInt32BE(inside.length + 1, 0);
        sectors.writeUInt8(isOutside ? deflate | outside : deflate, 4);
        inside.copy(sectors, 5);
        await writeAll(file, sectors, first * sectorBytes);
      }
      await file.datasync();
      assertClaim();
      const table = this.#table.slice();
      for (const [index, entry] of taken) table[index] = entry;
      await writeAll(file, bigEndian(table), 0);
      await file.datasync();
    } catch (error) {
      for (const entry of taken.values()) markSectors(entry, (sector) => this.#usedSectors.delete(sector));
      throw error;
    } finally {
      await file.close();
    }
    for (const [index, entry] of taken) {
      markSectors(this.#table[index] ?? 0, (sector) => this.#usedSectors.delete(sector));
      this.#table[index] = entry;
    }
  }

  /** Copies the file as it is to `<path>.damaged`, once, before it is written to. */
  keepDamaged(): void {
    try {
      copyFileSync(this.#path, `${this.#path}.damaged`, 1 /* COPYFILE_EXCL */);
    } catch {
      // A copy exists already, or there is no space for one.
    }
  }

  /** Beside the regions, named after the chunk. */
  #pathOutside(index: number): string {
    const [, x = 0, z = 0] = /r\.(-?\d+)\.(-?\d+)\.mca$/.exec(this.#path)?.map(Number) ?? [];
    return join(dirname(this.#path), `c.${x * 32 + (index & 31)}.${z * 32 + (index >> 5)}.mcc`);
  }

  #takeSectors(count: number): number {
    let first = 2;
    for (let sector = 2; sector - first < count; sector += 1) {
      if (this.#usedSectors.has(sector)) first = sector + 1;
    }
    for (let sector = first; sector < first + count; sector += 1) this.#usedSectors.add(sector);
    return first;
  }
}

/** Whether a chunk is too large for the region's file and has a file of its own, which is not written atomically with the others. */
export function liesOutside(data: Buffer): boolean {
  return sectorsOf(data) > mostSectors;
}

function sectorsOf(data: Buffer): number {
  return Math.ceil((data.length + 5) / sectorBytes);
}

function readOutside(path: string): Buffer {
  if (statSync(path).size > mostOutside) throw new Error(`${path} is too large for a chunk`);
  return readFileSync(path);
}

function markSectors(entry: number, mark: (sector: number) => void): void {
  for (let i = 0; i < (entry & 0xff); i += 1) mark((entry >>> 8) + i);
}

function bigEndian(table: Uint32Array): Buffer {
  const bytes = Buffer.alloc(table.length * 4);
  table.forEach((entry, i) => bytes.writeUInt32BE(entry, i * 4));
  return bytes;
}

/** Null when the file is not there or ends before. */
function readAt(path: string, position: number, length: number): Buffer | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  try {
    if (fstatSync(file).size < position + length) return null;
    const bytes = Buffer.alloc(length);
    return readSync(file, bytes, 0, length, position) === length ? bytes : null;
  } finally {
    closeSync(file);
  }
}

async function openToWrite(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (!isMissing(error)) throw error;
    const file = await open(path, 'w+');
    await writeAll(file, Buffer.alloc(sectorBytes * 2), 0);
    return file;
  }
}

/** Where the disk is nearly full, a write may be cut short without an error: the next one has it. */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  }
}

/** Any other error must not be taken for a missing file, as a new one would replace it. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
