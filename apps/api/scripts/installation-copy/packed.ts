import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

/** A file of a copy, compressed with zstd, and its SHA-256. */
export interface PackedFile {
  /** Packed. */
  bytes: number;
  sha256: string;
}

/** More came than there may be. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
  constructor(most: number) {
    super(`more than ${most / 1024 ** 3} GiB`);
  }
}

/**
 * Writes a stream, compressed, durably.
 * @param most bytes of the stream
 * @throws TooMuch
 */
export async function writePacked(path: string, content: Readable, most = Infinity): Promise<PackedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  let taken = 0;
  const bound = new Transform({
    transform(piece: Buffer, _encoding, done) {
      taken += piece.length;
      done(taken > most ? new TooMuch(most) : null, piece);
    },
  });
  const measure = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      bytes += piece.length;
      done(null, piece);
    },
  });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, bound, createZstdCompress(), measure, file);
  return { bytes, sha256: hash.digest('hex') };
}

/** What such a file holds. @param keepPacked as it lies there */
export function readPacked(path: string, keepPacked = false): Readable {
  const file = createReadStream(path);
  if (keepPacked) return file;
  const unpacked = createZstdDecompress();
  file.on('error', (error) => unpacked.destroy(error));
  return file.pipe(unpacked);
}

/** @throws Error that names the file, when it is not what was written */
export async function verifyPacked(path: string, { bytes, sha256 }: PackedFile): Promise<void> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    read += piece.length;
  }
  if (read !== bytes || hash.digest('hex') !== sha256)
    throw new Error(`${path} is damaged: it is not what was written.`);
}
