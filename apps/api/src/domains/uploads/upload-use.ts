import type { FileHandle } from 'node:fs/promises';
import { UploadPurpose } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { openUpload, receivedBytes, removeUploadFile } from './upload-files.ts';
import { finishUpload, lockUpload } from './upload-queries.ts';

type PurposeOf<Kind extends UploadPurpose['kind']> = Extract<UploadPurpose, { kind: Kind }>;

interface WholeUpload<Kind extends UploadPurpose['kind']> {
  name: string;
  size: number;
  purpose: PurposeOf<Kind>;
  /** Open until what uses it returns. */
  file: FileHandle;
}

/** One after the other in this process: each holds a connection of the database for as long as it takes. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Makes of a whole upload what it is for, once: in the transaction in which `use` makes it the upload is locked, and finished at
 * its end. After a refusal or a fault it is there as before, to be tried again, cancelled, or swept.
 * @throws AppError upload_unknown, upload_incomplete, and those of `use`
 */
export async function uploadUse<Kind extends UploadPurpose['kind'], T>(
  ctx: Context,
  { userId, id, kind }: { userId: string; id: string; kind: Kind },
  use: (tx: Tx, upload: WholeUpload<Kind>) => Promise<T>,
): Promise<T> {
  const using = last.then(() =>
    ctx.db.transaction().execute(async (tx) => {
      const row = await lockUpload(tx, userId, id);
      const purpose = UploadPurpose.safeParse(row?.purpose).data;
      if (!row || purpose?.kind !== kind) throw new AppError('upload_unknown');
      if ((await receivedBytes(ctx.config, id)) < row.size) throw new AppError('upload_incomplete');
      await using file = await openUpload(ctx.config, id);
      const made = await use(tx, { name: row.name, size: row.size, purpose: purpose as PurposeOf<Kind>, file });
      await finishUpload(tx, row);
      return made;
    }),
  );
  last = using.catch(() => undefined);
  const made = await using;
  await removeUploadFile(ctx.config, id);
  return made;
}
