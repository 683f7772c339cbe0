import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type RealmBackups,
  type BackupOrigin,
  type BackupProblem,
  type BackupState,
  type KernelKind,
  type ResetState,
  type RestoreState,
} from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Tx } from '../../../db/pool.ts';
import { visibleRealm, lockVisibleRealm } from '../../realms/realm-access.ts';
import { worldOf } from '../../realms/realm-world.ts';
import { recordActivity } from '../../audit/activity.ts';
import { counts, mayUseBackups, nextBackupAt, mayBackUp } from './backup-policy.ts';
import { type BackupRow, listBackups, findBackup, setDeleting } from './backup-queries.ts';
import { findNewRealm, findReset, findRestore, type RestoreRow, isBeingRestored } from './restore-queries.ts';
import { backupCreate, backupLimits } from './backup-create.ts';

/** @throws AppError realm_unknown */
export const realmBackups: Handler<'realmBackups'> = async (ctx, { actor, params }) =>
  backupsView(ctx, actor.userId, await visibleRealm(ctx, actor.userId, params.id));

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
    // Co-owners must not learn of the owner's other realms.
    mayUseBackups(userId, realm) ? findNewRealm(db, realm.id) : undefined,
  ]);
  // Read after its backups: one that failed meanwhile has reset the time.
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

/** @throws AppError realm_unknown, forbidden, and as `backupCreate` */
export const realmBackupCreate: Handler<'realmBackupCreate'> = async (ctx, { actor, params }) => {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayBackUp(actor.userId, realm)) throw new AppError('forbidden');
  await backupCreate(ctx, realm.id, { userId: actor.userId });
  return backupsView(ctx, actor.userId, await visibleRealm(ctx, actor.userId, params.id));
};

/** Cancels one that is being made. @throws AppError realm_unknown, forbidden, backup_unknown, backup_kept, backup_in_use */
export const realmBackupDelete: Handler<'realmBackupDelete'> = async (ctx, { actor, params }) => {
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
};

/** Backups that the user made of others' realms stay, without a name. */
export async function backupsForgetMaker(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('backups').set({ made_by: null }).where('made_by', '=', userId).execute();
}

const linkSeconds = 60;

/**
 * A browser saves a file without keeping it in memory by following a link, which sends no token.
 * @throws AppError realm_unknown, forbidden, backup_unknown, backup_not_ready
 */
export const realmBackupLink: Handler<'realmBackupLink'> = async (ctx, { actor, params }) => {
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
};

/** Whether a file's link was issued by us, and has not expired. */
export function isLinkGood(ctx: Context, realmId: string, backupId: string, expires: number, mark: string): boolean {
  const good = Buffer.from(markOf(ctx, realmId, backupId, expires));
  const given = Buffer.from(mark);
  return expires * 1000 > Date.now() && given.length === good.length && timingSafeEqual(given, good);
}

function markOf({ config }: Context, realmId: string, backupId: string, expires: number): string {
  const key = createHmac('sha256', config.secrets.tokenKey).update('backup link').digest();
  return createHmac('sha256', key).update(`${realmId} ${backupId} ${expires}`).digest('base64url');
}
