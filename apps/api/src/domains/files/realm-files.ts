import type { RealmFolder } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { filesOf } from './files-of.ts';

/** @throws AppError realm_unknown, file_none, file_unknown, file_name_invalid */
export async function realmFiles(ctx: Context, { actor, params, query }: CallOf<'realmFiles'>): Promise<RealmFolder> {
  return filesOf(ctx, actor.userId, params.id, async (files, limits) => {
    const [entries, usage] = await Promise.all([files.list(query.path), files.usage()]);
    return { entries, usage, limits };
  });
}
