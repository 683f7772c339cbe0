import { Readable } from 'node:stream';
import type { RealmFile } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { filesOf } from './files-of.ts';

/**
 * Compare and swap: somebody else's change in between is not overwritten.
 * @throws AppError realm_unknown, file_changed, file_exists for a new one, and what else the files refuse
 */
export async function realmFileSave(
  ctx: Context,
  { actor, params, query: { path, version }, bytes }: CallOf<'realmFileSave'>,
): Promise<RealmFile> {
  return filesOf(ctx, actor.userId, params.id, (files, quota) =>
    files.write(path, Readable.from([bytes]), { quota, replaces: version === undefined ? 'nothing' : { version } }),
  );
}
