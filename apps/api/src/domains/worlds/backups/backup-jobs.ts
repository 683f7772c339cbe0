import type { Context } from '../../../context.ts';
import { takeStep } from '../durable-steps.ts';
import type { Job, Lead } from '../job-worker.ts';
import { removeAll } from './backup-blobs.ts';
import { type BackupRow, deleteOldBackups, findBackupById, listBackupWork, removeBackup } from './backup-queries.ts';
import { backupSteps } from './make-backup.ts';
import { restoreSteps } from './restore-backup.ts';
import { findRestoreById, listRestoreWork } from './restore-queries.ts';

/** Pending work on backups. */
export async function backupJobs(ctx: Context, resting: readonly string[]): Promise<Job[]> {
  const restores = (await listRestoreWork(ctx.db, resting)).map((restore) => ({
    id: restore.id,
    turn: restore.realm_id,
    rests: restore.realm_id,
    account: restore.account,
    run: async (lead: Lead) => takeStep(restoreSteps, ctx, await findRestoreById(ctx.db, restore.id), lead),
  }));
  const backups = (await listBackupWork(ctx.db, resting)).map((backup) => ({
    id: backup.id,
    turn: backup.realm_id ?? backup.id,
    // A backup that cannot be removed now does not keep others from being made.
    rests: isGone(backup) ? backup.id : (backup.realm_id ?? backup.id),
    account: isGone(backup) ? 'nobody' : (backup.account ?? 'nobody'),
    run: async (lead: Lead) => workOn(ctx, await findBackupById(ctx.db, backup.id), lead),
  }));
  return [...restores, ...backups];
}

async function workOn(ctx: Context, backup: BackupRow | undefined, lead: Lead): Promise<number | null> {
  if (!backup || !isGone(backup)) return takeStep(backupSteps, ctx, backup, lead);
  await removeAll(ctx, backup);
  await removeBackup(ctx.db, backup.id);
  return null;
}

function isGone({ state, realm_id: realmId }: { state: string; realm_id: string | null }): boolean {
  return state === 'DELETING' || realmId === null;
}

/** Backups go after as many days as the operator says. */
export async function backupRetention({ db, config, log }: Context): Promise<void> {
  const { days } = config.backups;
  if (days === null) return;
  const deleted = await deleteOldBackups(db, days);
  if (deleted > 0) log.info({ deleted, days }, 'backups were deleted for their age');
}
