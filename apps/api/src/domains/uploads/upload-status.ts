import type { Upload } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { receivedBytes } from './upload-files.ts';
import { findUpload } from './upload-queries.ts';
import { uploadView } from './upload-views.ts';

/** @throws AppError upload_unknown */
export async function uploadStatus(ctx: Context, { actor, params }: CallOf<'uploadStatus'>): Promise<Upload> {
  const row = await findUpload(ctx.db, actor.userId, params.id);
  if (!row) throw new AppError('upload_unknown');
  return uploadView(row, await receivedBytes(ctx.config, row.id));
}
