import type { Context } from '../../../context.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import { noteWorld } from '../../realms/realm-world.ts';
import { assertNotInstalling } from '../addons/changeable-addons.ts';
import type { Lead } from '../job-worker.ts';
import { hasChangeUnderWay } from '../kernels/kernel-queries.ts';
import { findBackup, insertBackup, listBackups } from './backup-queries.ts';
import { isRestoring } from './restore-queries.ts';
import { unpackBackup } from './unpack-backup.ts';

/** What keeps the realm's world from being changed in another way. */
export async function backupsBusy(tx: Tx, realmId: string): Promise<{ isBackingUp: boolean; isRestoring: boolean }> {
  const backups = await listBackups(tx, realmId);
  return {
    isBackingUp: backups.some(({ state }) => state === 'RUNNING' || state === 'VERIFYING'),
    isRestoring: await isRestoring(tx, realmId),
  };
}

/** @throws AppError restore_running, kernel_changing, addon_installing, backup_running: something is being done with the world */
export async function assertWorldIdle(tx: Tx, realmId: string): Promise<void> {
  const { isBackingUp, isRestoring: isBusy } = await backupsBusy(tx, realmId);
  if (isBusy) throw new AppError('restore_running');
  if (await hasChangeUnderWay(tx, realmId)) throw new AppError('kernel_changing');
  // It would go on in the files that are put aside.
  await assertNotInstalling(tx, realmId);
  if (isBackingUp) throw new AppError('backup_running');
}

/** Orders a backup of the world before its kernel is changed or a new one takes its place, which counts against no limit. @returns its id */
export function snapshotCreate(tx: Tx, realmId: string, origin: 'KERNEL_CHANGE' | 'RESET'): Promise<string> {
  return insertBackup(tx, { realmId, madeBy: null, origin });
}

/** Notes that the realm has the world of a backup again: of what that was made is known where the backup is not older than this. */
export async function noteWorldOf(tx: Tx, realmId: string, backupId: string | null): Promise<void> {
  const backup = backupId === null ? undefined : await findBackup(tx, realmId, backupId);
  if (!backup || backup.world_type === null || backup.map === null) return;
  await noteWorld(tx, realmId, { type: backup.world_type, map: backup.map, seed: backup.seed });
}

/** How far it is; null when there is none any more. */
export async function snapshotState(db: Db, realmId: string, id: string | null): Promise<string | null> {
  return id === null ? null : ((await findBackup(db, realmId, id))?.state ?? null);
}

/** Prepares its world in a scratch folder. @param tell called with progress, as a fraction */
export async function snapshotUnpack(
  ctx: Context,
  { realmId, id, scratch }: { realmId: string; id: string | null; scratch: string },
  tell: (progress: number) => Promise<void>,
  lead: Lead,
): Promise<void> {
  const backup = id === null ? undefined : await findBackup(ctx.db, realmId, id);
  if (!backup) throw new Error('the backup is gone');
  await unpackBackup(ctx, { realmId, scratch, backupId: backup.id, stored: backup }, tell, lead);
}
