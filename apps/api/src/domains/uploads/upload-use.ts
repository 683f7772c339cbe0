import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { UploadPurpose } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { FairTurns } from '../../limits/fair-turns.ts';
import { AppError } from '../../http/app-error.ts';
import type { PurposeOf } from './upload-purpose.ts';
import { openUpload, receivedBytes, removeUploadFile, uploadFiles } from './upload-files.ts';
import {
  claimUpload,
  findUpload,
  finishUpload,
  holdUpload,
  letUploadGo,
  deleteExpiredUploads,
  existingUploads,
} from './upload-queries.ts';

interface WholeUpload<Kind extends UploadPurpose['kind']> {
  name: string;
  size: number;
  purpose: PurposeOf<Kind>;
  /** Open until what uses it returns. */
  file: FileHandle;
}

interface Use<Kind extends UploadPurpose['kind'], Made, T> {
  userId: string;
  id: string;
  kind: Kind;
  /** Makes of it what it is for, which may take its time. */
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
 * Makes of a whole upload what it is for, once: it is claimed, and finished at the end, if the claim still holds. After a refusal, a
 * fault or a kill it is there as before, to be tried again, cancelled, or swept.
 * @throws AppError upload_unknown, upload_incomplete, unavailable while another has it, and those of `make` and `settle`
 */
export async function uploadUse<Kind extends UploadPurpose['kind'], Made, T>(
  ctx: Context,
  use: Use<Kind, Made, T>,
): Promise<T> {
  const settled = await turns[use.kind].run(use.userId, () => claimed(ctx, use));
  await removeUploadFile(ctx.config, use.id);
  return settled;
}

async function claimed<Kind extends UploadPurpose['kind'], Made, T>(
  { db, config, log }: Context,
  { userId, id, kind, make, settle }: Use<Kind, Made, T>,
): Promise<T> {
  const claim = randomUUID();
  const row = await claimUpload(db, userId, id, claim);
  if (!row) throw new AppError((await findUpload(db, userId, id)) ? 'unavailable' : 'upload_unknown');
  const fromFile = async ({ name, size }: typeof row, purpose: PurposeOf<Kind>): Promise<Made> => {
    await using file = await openUpload(config, id);
    return await make({ name, size, purpose, file });
  };
  const holding = setInterval(() => {
    holdUpload(db, id, claim).catch((error: unknown) =>
      log.warn({ err: error, id }, 'failed to go on holding an upload'),
    );
  }, holdMs);
  try {
    const purpose = UploadPurpose.parse(row.purpose);
    if (purpose.kind !== kind) throw new AppError('upload_unknown');
    if ((await receivedBytes(config, id)) < row.size) throw new AppError('upload_incomplete');
    const made = await fromFile(row, purpose as PurposeOf<Kind>);
    return await db.transaction().execute(async (tx) => {
      const result = await settle(tx, made);
      if (!(await finishUpload(tx, row, claim))) throw new AppError('unavailable');
      return result;
    });
  } catch (error) {
    await letUploadGo(db, id, claim).catch((error: unknown) =>
      log.warn({ err: error, id }, 'failed to let an upload go'),
    );
    throw error;
  } finally {
    clearInterval(holding);
  }
}

/** Throws away uploads that are a day old, and files of which there is no upload any more. */
export async function uploadSweep({ db, config }: Context): Promise<void> {
  await deleteExpiredUploads(db);
  // Files first: one that comes meanwhile has its row already.
  const files = await uploadFiles(config);
  const existing = await existingUploads(db, files);
  for (const id of files) if (!existing.has(id)) await removeUploadFile(config, id);
}
