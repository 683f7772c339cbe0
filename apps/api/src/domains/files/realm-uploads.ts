import type { RealmFile, RealmUpload } from '@realmkeep/contract';
import type { FilesQuota, RealmFiles } from '@realmkeep/runtime';
import type { Context } from '../../context.ts';
import { recordActivity } from '../audit/activity.ts';
import { assertDiskSpace } from '../../limits/disk-space.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { uploadUse } from '../uploads/upload-use.ts';
import { filesOf } from './files-of.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { uploadsToRealm } from '../uploads/uploads-to-realm.ts';

/** @throws AppError realm_unknown, upload_unknown, upload_incomplete, and what the files refuse: then the upload is kept */
export async function realmUploadFinish(
  ctx: Context,
  { actor: { userId }, params, body }: CallOf<'realmUploadFinish'>,
): Promise<RealmFile> {
  return uploadUse(ctx, {
    userId,
    id: body.uploadId,
    kind: 'FILE',
    make: async ({ file, purpose, size }) => {
      if (purpose.realmId !== params.id) throw new AppError('upload_unknown');
      await assertDiskSpace(ctx, size);
      const content = file.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 });
      const replaces = body.replace ? 'anything' : 'nothing';
      const write = (files: RealmFiles, quota: FilesQuota) => files.write(purpose.path, content, { quota, replaces });
      return { path: purpose.path, entry: await filesOf(ctx, userId, params.id, write, null) };
    },
    settle: async (tx, { path, entry }) => {
      await recordActivity(tx, { realmId: params.id, actor: { userId }, action: 'fileUpload', what: path });
      return entry;
    },
  });
}

/** @throws AppError realm_unknown */
export async function realmUploads(
  ctx: Context,
  { actor, params }: CallOf<'realmUploads'>,
): Promise<{ uploads: RealmUpload[] }> {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  return { uploads: await uploadsToRealm(ctx, id) };
}
