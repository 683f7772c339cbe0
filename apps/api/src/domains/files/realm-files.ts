import type { RealmFolder, RealmFile } from '@realmkeep/contract';
import { maxFolderEntries } from '@realmkeep/runtime';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { filesOf } from './files-of.ts';

/** @throws AppError realm_unknown, file_none, file_unknown, file_name_invalid */
export async function realmFiles(ctx: Context, { actor, params, query }: CallOf<'realmFiles'>): Promise<RealmFolder> {
  return filesOf(ctx, actor.userId, params.id, async (files, limits) => {
    const [entries, usage] = await Promise.all([files.list(query.path), files.usage()]);
    return { entries, cut: entries.length === maxFolderEntries, usage, limits };
  });
}

/** @throws AppError realm_unknown, and what the files refuse; what was moved before that stays moved */
export async function realmFilesMove(ctx: Context, { actor, params, body }: CallOf<'realmFilesMove'>): Promise<null> {
  return filesOf(ctx, actor.userId, params.id, async (files) => {
    for (const { from, to } of body.moves) await files.move(from, to);
    return null;
  });
}

/** @throws AppError realm_unknown, and what the files refuse; what was deleted before that is deleted */
export async function realmFilesRemove(
  ctx: Context,
  { actor, params, body }: CallOf<'realmFilesRemove'>,
): Promise<null> {
  return filesOf(ctx, actor.userId, params.id, async (files) => {
    for (const path of body.paths) await files.remove(path);
    return null;
  });
}

/** @throws AppError realm_unknown, and what the files refuse */
export async function realmFolderCreate(
  ctx: Context,
  { actor, params, body }: CallOf<'realmFolderCreate'>,
): Promise<RealmFile> {
  return filesOf(ctx, actor.userId, params.id, (files, quota) => files.makeFolder(body.path, quota));
}
