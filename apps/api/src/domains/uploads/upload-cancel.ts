import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/implement.ts';
import { removeUploadFile } from './upload-files.ts';
import { deleteUpload, lockUpload } from './upload-queries.ts';

/** @throws AppError upload_unknown, also while it is being used */
export async function uploadCancel(ctx: Context, { actor, params }: CallOf<'uploadCancel'>): Promise<null> {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockUpload(tx, actor.userId, params.id);
    if (!row) throw new AppError('upload_unknown');
    await deleteUpload(tx, row.id);
  });
  await removeUploadFile(ctx.config, params.id);
  return null;
}
