import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { assertStoreSpace } from '../../limits/disk-space.ts';
import { AppError } from '../../http/app-error.ts';
import { BlobMissing } from '../../integrations/blobs/blob-store.ts';
import { addPiece, existingPieces, lastPiece, listPieces, type UploadRow } from './upload-queries.ts';

const mebibyte = 1024 * 1024;
/** The largest piece of a call. Neighbours that fit into one are joined, which bounds the number of pieces of an upload. */
const pieceBytes = mebibyte;
/** Pieces that are read while another is used, and that are removed at once: an object storage takes its time for each. */
const readAhead = 4;
const removedAtOnce = 16;
/** A new blob may not have its row yet. */
const freshMs = 3_600_000;

/**
 * Stores the next piece: first its bytes, then its row, which decides which of several came first. A kill between the two leaves
 * nothing that counts.
 * @returns how many bytes have arrived; null: another piece came first, or the upload is gone
 * @throws AppError upload_too_large, disk_full
 */
export async function appendPiece(ctx: Context, row: UploadRow, piece: Buffer): Promise<number | null> {
  const { db, blobs } = ctx;
  const end = row.received + piece.length;
  if (end > row.size) throw new AppError('upload_too_large', { limit: Math.ceil(row.size / mebibyte) });
  // An idle upload has no space reserved.
  await assertStoreSpace(ctx, blobs.uploads, piece.length);
  const last = await lastPiece(db, row);
  const before = last !== null && last.bytes + piece.length <= pieceBytes ? await contentIfThere(ctx, last) : null;
  const joins = last !== null && before !== null ? last.blob : null;
  const blob = randomUUID();
  await blobs.uploads.put(blob, before === null ? [piece] : [before, piece]);
  const isNext = await addPiece(db, row, { blob, bytes: piece.length, joins });
  const gone = isNext ? joins : blob;
  if (gone !== null) await removePieces(ctx, [gone]);
  return isNext ? end : null;
}

/** What has arrived, from its beginning. @throws BlobMissing, StoreError */
export async function* uploadContent(ctx: Context, uploadId: string): AsyncGenerator<Buffer> {
  const coming: Promise<Buffer>[] = [];
  for (const piece of await listPieces(ctx.db, uploadId)) {
    const content = contentOf(ctx, piece);
    // The error is raised when its turn comes, if the reader has not ended before.
    content.catch(() => undefined);
    coming.push(content);
    if (coming.length > readAhead) yield await next(coming);
  }
  while (coming.length > 0) yield await next(coming);
}

function next(coming: Promise<Buffer>[]): Promise<Buffer> {
  return coming.shift() ?? Promise.reject(new Error('nothing is on its way'));
}

/** null: another piece has joined it, and came first. */
async function contentIfThere(ctx: Context, piece: { blob: string; bytes: number }): Promise<Buffer | null> {
  return contentOf(ctx, piece).catch((error: unknown) => {
    if (error instanceof BlobMissing) return null;
    throw error;
  });
}

async function contentOf({ blobs }: Context, { blob, bytes }: { blob: string; bytes: number }): Promise<Buffer> {
  const content = Buffer.concat(await (await blobs.uploads.get(blob)).toArray());
  if (content.length !== bytes) throw new Error('a piece of an upload is not as long as it was');
  return content;
}

/** Removes pieces that are no longer needed. On a failure the sweep does it later. */
export async function removePieces({ blobs, log }: Context, pieces: readonly string[]): Promise<void> {
  const remove = (blob: string) =>
    blobs.uploads
      .remove(blob)
      .catch((error: unknown) => log.warn({ err: error, blob }, 'failed to remove a piece of an upload'));
  for (let at = 0; at < pieces.length; at += removedAtOnce) {
    await Promise.all(pieces.slice(at, at + removedAtOnce).map(remove));
  }
}

/** Removes blobs without a row: pieces that came second, those of killed processes, and those of uploads that are gone. */
export async function sweepPieces(ctx: Context): Promise<void> {
  for await (const page of ctx.blobs.uploads.list()) {
    const old = page.filter(({ at }) => at.getTime() < Date.now() - freshMs).map(({ key }) => key);
    const existing = await existingPieces(ctx.db, old);
    await removePieces(
      ctx,
      old.filter((blob) => !existing.has(blob)),
    );
  }
}
