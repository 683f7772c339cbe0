import { randomBytes } from 'node:crypto';
import type { FileLink } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { hashToken } from '../identity/sessions/tokens.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { insertLink } from './file-link-queries.ts';
import { filesOf } from './files-of.ts';

/** Only its hash is kept. @throws AppError realm_unknown, and what the files refuse */
export async function realmFileLink(ctx: Context, { actor, params, body }: CallOf<'realmFileLink'>): Promise<FileLink> {
  const { kind } = await filesOf(ctx, actor.userId, params.id, (files) => files.stat(body.path));
  if (kind !== 'file') throw new AppError('file_unknown');
  const ticket = randomBytes(32).toString('base64url');
  await insertLink(ctx.db, { hash: hashToken(ticket), userId: actor.userId, realmId: params.id, path: body.path });
  return { url: `/api/realm/download/${ticket}` };
}

/** All of the account's. */
export async function fileLinksDelete(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('file_links').where('user_id', '=', userId).execute();
}
