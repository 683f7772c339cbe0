import { compareVersions, type RealmBackups } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { assertDiskSpace } from '../../../limits/disk-space.ts';
import { recordActivity } from '../../audit/activity.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { lockVisibleRealm } from '../../realms/realm-access.ts';
import { mayUseBackups } from './backup-policy.ts';
import { findBackup } from './backup-queries.ts';
import { backupsView } from './realm-backups.ts';
import { insertRestore } from './restore-queries.ts';
import { assertWorldIdle } from './snapshots.ts';

/**
 * Orders that the world of a backup takes the place of the present one.
 * @throws AppError realm_unknown, forbidden, backup_unknown, backup_not_ready, backup_newer, backup_running, restore_running,
 * kernel_changing
 */
export async function realmBackupRestore(
  ctx: Context,
  { actor, params }: CallOf<'realmBackupRestore'>,
): Promise<RealmBackups> {
  await assertDiskSpace(ctx, 0);
  const realm = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!mayUseBackups(actor.userId, row)) throw new AppError('forbidden');
    const backup = await findBackup(tx, row.id, params.backupId);
    if (!backup) throw new AppError('backup_unknown');
    if (backup.state !== 'READY') throw new AppError('backup_not_ready');
    if (compareVersions(backup.game_version, row.kernel_version) > 0) {
      throw new AppError('backup_newer', { version: backup.game_version });
    }
    await assertWorldIdle(tx, row.id);
    await insertRestore(tx, row.id, backup.id);
    await recordActivity(tx, {
      realmId: row.id,
      actor,
      action: 'backupRestore',
      what: backup.created_at.toISOString(),
    });
    return row;
  });
  return backupsView(ctx, actor.userId, realm);
}
