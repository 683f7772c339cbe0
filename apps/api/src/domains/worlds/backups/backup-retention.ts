import type { Context } from '../../../context.ts';
import { deleteOldBackups } from './backup-queries.ts';

/** Backups go after as many days as the operator says. */
export async function backupRetention({ db, config, log }: Context): Promise<void> {
  const { days } = config.backups;
  if (days === null) return;
  const deleted = await deleteOldBackups(db, days);
  if (deleted > 0) log.info({ deleted, days }, 'backups were deleted for their age');
}
