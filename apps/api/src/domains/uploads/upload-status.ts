import { type Upload, UploadPurpose } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { receivedBytes, removeUploadFile } from './upload-files.ts';
import { findUpload, deleteUpload, type UploadRow } from './upload-queries.ts';
import type { Tx } from '../../db/pool.ts';

/** @throws AppError upload_unknown */
export async function uploadStatus(ctx: Context, { actor, params }: CallOf<'uploadStatus'>): Promise<Upload> {
  const row = await findUpload(ctx.db, actor.userId, params.id);
  if (!row) throw new AppError('upload_unknown');
  return uploadView(row, await receivedBytes(ctx.config, row.id));
}

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

const dayMs = 24 * 60 * 60 * 1000;

export function uploadView(row: UploadRow, received: number): Upload {
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    received,
    purpose: UploadPurpose.parse(row.purpose),
    expires: new Date(row.created_at.getTime() + dayMs).toISOString(),
  };
}
