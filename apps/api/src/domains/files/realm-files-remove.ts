import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { filesOf } from './files-of.ts';

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
