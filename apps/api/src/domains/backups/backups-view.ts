import type { BackupOrigin, BackupProblem, BackupState, RealmBackups, RestoreState, Tier } from '@realmkeep/contract';
import { tierLimits } from '@realmkeep/contract';
import type { Db } from '../../db/pool.ts';
import { counts, nextBackupAt } from './backup-policy.ts';
import { type BackupRow, listBackups } from './backup-queries.ts';
import { findRestore, type RestoreRow } from './restore-queries.ts';

interface Backed {
  id: string;
  ownerTier: string;
  backed_up_at: Date | null;
}

export async function backupsView(db: Db, realm: Backed): Promise<RealmBackups> {
  const limits = tierLimits[realm.ownerTier as Tier].backups;
  const [backups, restore] = await Promise.all([listBackups(db, realm.id), findRestore(db, realm.id)]);
  const nextAt = nextBackupAt(limits, realm.backed_up_at);
  return {
    backups: backups.map(backupView),
    restore: restore ? restoreView(restore) : null,
    limit: limits.count,
    bytesLimit: limits.bytes,
    bytesUsed: backups
      .filter((backup) => counts(backup) && backup.state !== 'FAILED')
      .reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    cooldownMinutes: limits.pauseMinutes,
    nextAt: nextAt && nextAt > new Date() ? nextAt.toISOString() : null,
  };
}

function backupView(row: BackupRow): RealmBackups['backups'][number] {
  return {
    id: row.id,
    created: row.created_at.toISOString(),
    origin: row.origin as BackupOrigin,
    madeBy: row.madeBy,
    state: row.state as BackupState,
    progress: row.progress,
    bytes: row.bytes,
    files: row.files,
    problem: row.problem as BackupProblem | null,
  };
}

function restoreView(row: RestoreRow): NonNullable<RealmBackups['restore']> {
  return {
    backupId: row.backup_id,
    state: row.state as RestoreState,
    progress: row.progress,
    asked: row.created_at.toISOString(),
    backupCreated: row.backupCreatedAt?.toISOString() ?? null,
  };
}
