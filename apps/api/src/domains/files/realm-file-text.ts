import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { type FileText, maxTextBytes, type RealmFile } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { filesOf } from './files-of.ts';
import { Readable } from 'node:stream';

/** @throws AppError realm_unknown, file_none, file_unknown, file_name_invalid, file_too_large, file_not_text */
export async function realmFileText(
  ctx: Context,
  { actor, params, query }: CallOf<'realmFileText'>,
): Promise<FileText> {
  return filesOf(ctx, actor.userId, params.id, async (files) => {
    const { entry, content } = await files.read(query.path, { start: 0, length: maxTextBytes });
    if (entry.bytes > maxTextBytes) {
      content.destroy();
      throw new AppError('file_too_large');
    }
    const bytes = await buffer(content);
    if (!isUtf8(bytes) || bytes.includes(0)) throw new AppError('file_not_text');
    return { text: bytes.toString('utf8'), version: entry.version };
  });
}

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
