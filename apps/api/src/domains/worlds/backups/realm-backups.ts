import type {
  RealmBackups,
  BackupOrigin,
  BackupProblem,
  BackupState,
  KernelKind,
  ResetState,
  RestoreState,
} from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import { worldOf } from '../../realms/realm-world.ts';
import { backupLimits } from './backup-limits.ts';
import { counts, mayUseBackups, nextBackupAt } from './backup-policy.ts';
import { type BackupRow, listBackups } from './backup-queries.ts';
import { findNewRealm, findReset, findRestore, type RestoreRow } from './restore-queries.ts';

/** @throws AppError realm_unknown */
export async function realmBackups(ctx: Context, { actor, params }: CallOf<'realmBackups'>): Promise<RealmBackups> {
  return backupsView(ctx, actor.userId, await visibleRealm(ctx, actor.userId, params.id));
}

interface Backed {
  id: string;
  owner_id: string;
  partnerIds: readonly string[];
  ownerTier: string;
  backed_up_at: Date | null;
}

/** @param userId who looks */
export async function backupsView({ db, config }: Context, userId: string, realm: Backed): Promise<RealmBackups> {
  const limits = backupLimits(config, realm.ownerTier);
  const [backups, restore, reset, newRealm] = await Promise.all([
    listBackups(db, realm.id),
    findRestore(db, realm.id),
    findReset(db, realm.id),
    // A realm of the owner's is none of his partners'.
    mayUseBackups(userId, realm) ? findNewRealm(db, realm.id) : undefined,
  ]);
  // Read after its backups: one that has failed meanwhile has given the time back.
  const { backed_up_at } = (await worldOf(db, realm.id)) ?? realm;
  const nextAt = nextBackupAt(limits, backed_up_at);
  return {
    backups: backups.map(backupView),
    restore: restore ? restoreView(restore) : null,
    newRealm: newRealm ? newRealmView(newRealm) : null,
    reset: reset ? resetView(reset) : null,
    limit: limits.count,
    bytesLimit: limits.bytes,
    bytesUsed: backups
      .filter((backup) => counts(backup) && backup.state !== 'FAILED')
      .reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    keptDays: config.backups.days,
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
    kernel: { kernel: row.kernel as KernelKind, version: row.game_version },
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

function newRealmView(row: RestoreRow): NonNullable<RealmBackups['newRealm']> {
  return {
    name: row.new_realm_name ?? '',
    realmId: row.state === 'FAILED' ? null : row.realm_id,
    state: row.state as RestoreState,
    progress: row.progress,
    asked: row.created_at.toISOString(),
    backupCreated: row.backupCreatedAt?.toISOString() ?? null,
  };
}

function resetView(row: RestoreRow): NonNullable<RealmBackups['reset']> {
  return {
    map: row.to_map ?? '',
    seed: row.to_seed,
    state: row.state as ResetState,
    progress: row.snapshotProgress,
    asked: row.created_at.toISOString(),
  };
}
