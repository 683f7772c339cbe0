import type { Context } from '../../context.ts';
import type { Lead, Work } from '../realms/row-worker.ts';
import { listBackupWork, removeBackup } from './backup-queries.ts';
import { makeBackup } from './make-backup.ts';
import { restoreStep } from './restore-backup.ts';
import { listRestoreWork } from './restore-queries.ts';

/** What is to be done with backups. */
export async function backupWork(ctx: Context, lead: Lead, resting: readonly string[]): Promise<Work[]> {
  const restores = (await listRestoreWork(ctx.db, resting)).map((restore) => ({
    id: restore.id,
    turn: restore.realm_id,
    run: () => restoreStep(ctx, restore, lead),
  }));
  const backups = (await listBackupWork(ctx.db, resting)).map((backup) => ({
    id: backup.id,
    turn: backup.realm_id ?? backup.id,
    run: async () => {
      if (backup.state === 'DELETING' || backup.realm_id === null) {
        await ctx.backupStore.remove(backup.id);
        await removeBackup(ctx.db, backup.id);
      } else await makeBackup(ctx, backup, lead.signal);
      return null;
    },
  }));
  return [...restores, ...backups];
}
