import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { UploadPurpose } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { FairTurns } from '../../limits/fair-turns.ts';
import { AppError } from '../../http/app-error.ts';
import type { PurposeOf } from './upload-purpose.ts';
import { removePieces, sweepPieces, uploadContent } from './upload-pieces.ts';
import {
  claimUpload,
  findUpload,
  finishUpload,
  holdUpload,
  letUploadGo,
  deleteExpiredUploads,
} from './upload-queries.ts';

interface WholeUpload<Kind extends UploadPurpose['kind']> {
  name: string;
  size: number;
  purpose: PurposeOf<Kind>;
  /** To be read once. */
  content: Readable;
}

interface Use<Kind extends UploadPurpose['kind'], Made, T> {
  userId: string;
  id: string;
  kind: Kind;
  /** Uses it for its purpose, which may take a while. */
  make: (upload: WholeUpload<Kind>) => Promise<Made>;
  /** Writes down what was made, in the transaction in which the upload is finished. */
  settle: (tx: Tx, made: Made) => Promise<T>;
}

/** Of this process. A file waits for its realm's file agent for the most part; a world is unpacked as fast as a processor can. */
const turns = {
  FILE: new FairTurns({ atOnce: 16, each: 2, waiting: 10, waitMs: 60_000 }),
  MAP: new FairTurns({ atOnce: 2, each: 1, waiting: 10, waitMs: 60_000 }),
};
const holdMs = 3_000;

/**
 * Uses a complete upload for its purpose, once: it is claimed, and finished at the end if the claim still holds. After a refusal, a
 * fault or a kill it is there as before, to be tried again, cancelled, or swept.
 * @throws AppError upload_unknown, upload_incomplete, unavailable while another has it, and those of `make` and `settle`
 */
export async function uploadUse<Kind extends UploadPurpose['kind'], Made, T>(
  ctx: Context,
  use: Use<Kind, Made, T>,
): Promise<T> {
  const { result, pieces } = await turns[use.kind].run(use.userId, () => claimed(ctx, use));
  await removePieces(ctx, pieces);
  return result;
}

async function claimed<Kind extends UploadPurpose['kind'], Made, T>(
  ctx: Context,
  { userId, id, kind, make, settle }: Use<Kind, Made, T>,
): Promise<{ result: T; pieces: string[] }> {
  const { db, log } = ctx;
  const claim = randomUUID();
  const row = await claimUpload(db, userId, id, claim);
  if (!row) throw new AppError((await findUpload(db, userId, id)) ? 'unavailable' : 'upload_unknown');
  const content = Readable.from(uploadContent(ctx, id), { objectMode: false });
  const holding = setInterval(() => {
    holdUpload(db, id, claim).catch((error: unknown) =>
      log.warn({ err: error, id }, 'failed to go on holding an upload'),
    );
  }, holdMs);
  try {
    const purpose = UploadPurpose.parse(row.purpose);
    if (purpose.kind !== kind) throw new AppError('upload_unknown');
    if (row.received < row.size) throw new AppError('upload_incomplete');
    const { name, size } = row;
    const made = await make({ name, size, purpose: purpose as PurposeOf<Kind>, content });
    return await db.transaction().execute(async (tx) => {
      const result = await settle(tx, made);
      const pieces = await finishUpload(tx, row, claim);
      if (!pieces) throw new AppError('unavailable');
      return { result, pieces };
    });
  } catch (error) {
    await letUploadGo(db, id, claim).catch((error: unknown) =>
      log.warn({ err: error, id }, 'failed to let an upload go'),
    );
    throw error;
  } finally {
    content.destroy();
    clearInterval(holding);
  }
}

/** Throws away uploads that are a day old, and pieces of which there is no upload any more. */
export async function uploadSweep(ctx: Context): Promise<void> {
  await deleteExpiredUploads(ctx.db);
  await sweepPieces(ctx);
}
