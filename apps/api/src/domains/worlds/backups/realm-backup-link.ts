import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { recordActivity } from '../../audit/activity.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import { mayUseBackups } from './backup-policy.ts';
import { findBackup } from './backup-queries.ts';

const linkSeconds = 60;

/**
 * A browser saves a file without keeping it in memory by following a link, which sends no token.
 * @throws AppError realm_unknown, forbidden, backup_unknown, backup_not_ready
 */
export async function realmBackupLink(ctx: Context, { actor, params }: CallOf<'realmBackupLink'>) {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayUseBackups(actor.userId, realm)) throw new AppError('forbidden');
  const backup = await findBackup(ctx.db, realm.id, params.backupId);
  if (!backup) throw new AppError('backup_unknown');
  if (backup.state !== 'READY') throw new AppError('backup_not_ready');
  const what = backup.created_at.toISOString();
  await recordActivity(ctx.db, { realmId: realm.id, actor, action: 'backupDownload', what });
  const expires = Math.floor(Date.now() / 1000) + linkSeconds;
  const mark = markOf(ctx, realm.id, backup.id, expires);
  return {
    url: `/api/realm/backups/${realm.id}/${backup.id}/file?expires=${expires}&mark=${mark}`,
    expires: new Date(expires * 1000).toISOString(),
  };
}

/** Whether the address of a file is one that was given out, and not too long ago. */
export function isLinkGood(ctx: Context, realmId: string, backupId: string, expires: number, mark: string): boolean {
  const good = Buffer.from(markOf(ctx, realmId, backupId, expires));
  const given = Buffer.from(mark);
  return expires * 1000 > Date.now() && given.length === good.length && timingSafeEqual(given, good);
}

function markOf({ config }: Context, realmId: string, backupId: string, expires: number): string {
  const key = createHmac('sha256', config.secrets.tokenKey).update('backup link').digest();
  return createHmac('sha256', key).update(`${realmId} ${backupId} ${expires}`).digest('base64url');
}
