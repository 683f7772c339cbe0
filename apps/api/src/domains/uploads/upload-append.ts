import type { Upload } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/implement.ts';
import { appendPiece, receivedBytes } from './upload-files.ts';
import { findUpload, lockUpload } from './upload-queries.ts';
import { uploadView } from './upload-views.ts';

/**
 * Adds the next piece. Of two at once one is told where the file ends by then.
 * @throws AppError upload_unknown, upload_offset, upload_too_large
 */
export async function uploadAppend(ctx: Context, call: CallOf<'uploadAppend'>): Promise<Upload> {
  const { actor, params, query, bytes } = call;
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockUpload(tx, actor.userId, params.id);
    if (row) return uploadView(row, await appendPiece(ctx.config, row, query.offset, bytes));
    if (!(await findUpload(tx, actor.userId, params.id))) throw new AppError('upload_unknown');
    throw new AppError('upload_offset', { offset: await receivedBytes(ctx.config, params.id) });
  });
}
