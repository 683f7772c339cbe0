import type { Upload } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { assertRoom } from '../../disk-room.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/implement.ts';
import { lockTier } from '../users/user-tier.ts';
import { checkPurpose } from './upload-purposes.ts';
import { countUploads, insertUpload } from './upload-queries.ts';
import { uploadView } from './upload-views.ts';

/** Of one account at once. */
const maxUploads = 10;
const maxUploadBytes = 1024 * 1024 * 1024;

/** @throws AppError upload_limit, upload_too_large, disk_full, and those of the purpose */
export async function uploadStart(ctx: Context, { actor, body }: CallOf<'uploadStart'>): Promise<Upload> {
  await assertRoom(ctx, body.size);
  return ctx.db.transaction().execute(async (tx) => {
    // The lock makes uploads that begin at the same time count one another.
    await lockTier(tx, actor.userId);
    await checkPurpose(ctx, tx, actor.userId, body.purpose, body.size);
    const { count, bytes } = await countUploads(tx, actor.userId);
    if (count >= maxUploads || bytes + body.size > maxUploadBytes) throw new AppError('upload_limit');
    return uploadView(await insertUpload(tx, { ...body, userId: actor.userId }), 0);
  });
}
