import type { RealmBackups } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import { recordActivity } from '../../audit/activity.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { lockVisibleRealm } from '../../realms/realm-access.ts';
import { mayUseBackups } from './backup-policy.ts';
import { findBackup, setDeleting } from './backup-queries.ts';
import { backupsView } from './realm-backups.ts';
import { isBeingRestored } from './restore-queries.ts';

/** One that is being made is given up. @throws AppError realm_unknown, forbidden, backup_unknown, backup_kept, backup_in_use */
export async function realmBackupDelete(
  ctx: Context,
  { actor, params }: CallOf<'realmBackupDelete'>,
): Promise<RealmBackups> {
  const realm = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!mayUseBackups(actor.userId, row)) throw new AppError('forbidden');
    const backup = await findBackup(tx, row.id, params.backupId);
    if (!backup) throw new AppError('backup_unknown');
    if (backup.origin === 'KERNEL_CHANGE') throw new AppError('backup_kept');
    if (await isBeingRestored(tx, backup.id)) throw new AppError('backup_in_use');
    await setDeleting(tx, [backup.id]);
    await recordActivity(tx, { realmId: row.id, actor, action: 'backupDelete', what: backup.created_at.toISOString() });
    return row;
  });
  return backupsView(ctx, actor.userId, realm);
}

/** Backups of others' realms stay, made by nobody. */
export async function backupsForgetMaker(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('backups').set({ made_by: null }).where('made_by', '=', userId).execute();
}
