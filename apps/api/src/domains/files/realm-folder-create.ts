import type { RealmFile } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { filesOf } from './files-of.ts';

/** @throws AppError realm_unknown, and what the files refuse */
export async function realmFolderCreate(
  ctx: Context,
  { actor, params, body }: CallOf<'realmFolderCreate'>,
): Promise<RealmFile> {
  return filesOf(ctx, actor.userId, params.id, (files, quota) => files.makeFolder(body.path, quota));
}
