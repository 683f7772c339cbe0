import type { Context } from '../../../context.ts';
import type { Lead, Work } from '../row-worker.ts';
import { listBackupWork, removeBackup } from './backup-queries.ts';
import { makeBackup } from './make-backup.ts';
import { restoreStep } from './restore-backup.ts';
import { listRestoreWork } from './restore-queries.ts';

/** What is to be done with backups. */
export async function backupWork(ctx: Context, lead: Lead, resting: readonly string[]): Promise<Work[]> {
  const restores = (await listRestoreWork(ctx.db, resting)).map((restore) => ({
    id: restore.id,
    turn: restore.realm_id,
    rests: restore.realm_id,
    account: restore.account,
    run: () => restoreStep(ctx, restore, lead),
  }));
  const backups = (await listBackupWork(ctx.db, resting)).map((backup) => ({
    id: backup.id,
    turn: backup.realm_id ?? backup.id,
    // What cannot be taken away now keeps nobody from making another.
    rests: isGone(backup) ? backup.id : (backup.realm_id ?? backup.id),
    account: isGone(backup) ? 'nobody' : (backup.account ?? 'nobody'),
    run: async () => {
      if (isGone(backup)) {
        await ctx.backupStores.at(backup.place).remove(backup.id);
        await removeBackup(ctx.db, backup.id);
      } else await makeBackup(ctx, backup, lead.signal);
      return null;
    },
  }));
  return [...restores, ...backups];
}

function isGone({ state, realm_id: realmId }: { state: string; realm_id: string | null }): boolean {
  return state === 'DELETING' || realmId === null;
}
