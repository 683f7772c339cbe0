import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../../http/app-error.ts';

/** A file of little can unpack to ever so much. */
const maxUnpacked = 64 * 1024 * 1024;

/**
 * The end of what a gzip file holds.
 * @param most bytes of it
 * @throws AppError file_too_large, file_archive_unreadable
 */
export async function unpackedTail(content: Readable, most: number): Promise<{ tail: Buffer; cut: boolean }> {
  let kept: Buffer[] = [];
  let [held, total] = [0, 0];
  async function keep(pieces: AsyncIterable<Buffer>): Promise<void> {
    for await (const piece of pieces) {
      kept.push(piece);
      held += piece.length;
      total += piece.length;
      if (total > maxUnpacked) throw new AppError('file_too_large');
      if (held > 2 * most) {
        kept = [Buffer.concat(kept).subarray(-most)];
        held = most;
      }
    }
  }
  try {
    await pipeline(content, createGunzip(), keep);
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new AppError('file_archive_unreadable');
    }
    throw error;
  }
  return { tail: Buffer.concat(kept).subarray(-most), cut: total > most };
}
