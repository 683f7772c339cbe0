import type { Upload } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { assertDiskSpace } from '../../limits/disk-space.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { appendPiece, receivedBytes } from './upload-files.ts';
import { findUpload } from './upload-queries.ts';
import { uploadView } from './upload-status.ts';

/** Uploads to which a piece is added now. */
const growing = new Set<string>();

/**
 * Adds the next piece. Of two at once one is told where the file ends by then.
 * @throws AppError upload_unknown, upload_offset, upload_too_large, disk_full
 */
export async function uploadAppend(ctx: Context, call: CallOf<'uploadAppend'>): Promise<Upload> {
  const { actor, params, query, bytes } = call;
  const row = await findUpload(ctx.db, actor.userId, params.id);
  if (!row) throw new AppError('upload_unknown');
  if (growing.has(row.id)) throw new AppError('upload_offset', { offset: await receivedBytes(ctx.config, row.id) });
  growing.add(row.id);
  try {
    // One that has rested has no room reserved.
    await assertDiskSpace(ctx, bytes.length);
    return uploadView(row, await appendPiece(ctx.config, row, query.offset, bytes));
  } finally {
    growing.delete(row.id);
  }
}
