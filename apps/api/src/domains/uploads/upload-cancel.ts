import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { removeUploadFile } from './upload-files.ts';
import { deleteUpload } from './upload-queries.ts';

/** @throws AppError upload_unknown, also while it is being used */
export async function uploadCancel(ctx: Context, { actor, params }: CallOf<'uploadCancel'>): Promise<null> {
  if (!(await deleteUpload(ctx.db, actor.userId, params.id))) throw new AppError('upload_unknown');
  await removeUploadFile(ctx.config, params.id);
  return null;
}

/** All of the account's. Their files are swept. */
export async function uploadsDelete(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('uploads').where('user_id', '=', userId).execute();
}
