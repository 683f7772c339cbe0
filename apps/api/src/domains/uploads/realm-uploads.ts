import { type RealmUpload, UploadPurpose } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/implement.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { receivedBytes } from './upload-files.ts';
import { listRealmUploads } from './upload-queries.ts';
import { uploadView } from './upload-views.ts';

/** @throws AppError realm_unknown */
export async function realmUploads(
  ctx: Context,
  { actor, params }: CallOf<'realmUploads'>,
): Promise<{ uploads: RealmUpload[] }> {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  const rows = await listRealmUploads(ctx.db, id);
  const uploads = rows.map(async (row) => {
    const received = row.finished_at === null ? await receivedBytes(ctx.config, row.id) : row.size;
    const purpose = UploadPurpose.parse(row.purpose);
    const { id, user_id: userId, by, size, finished_at: finishedAt } = row;
    const path = purpose.kind === 'FILE' ? purpose.path : row.name;
    const { expires } = uploadView(row, received);
    return { id, path, size, received, userId, by, finished: finishedAt?.toISOString() ?? null, expires };
  });
  return { uploads: await Promise.all(uploads) };
}
