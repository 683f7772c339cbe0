import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { filesOf } from './files-of.ts';

/** @throws AppError realm_unknown, and what the files refuse; what was moved before that stays moved */
export async function realmFilesMove(ctx: Context, { actor, params, body }: CallOf<'realmFilesMove'>): Promise<null> {
  return filesOf(ctx, actor.userId, params.id, async (files) => {
    for (const { from, to } of body.moves) await files.move(from, to);
    return null;
  });
}
