import type { Context } from '../../../context.ts';
import type { Db, Tx } from '../../../db/pool.ts';
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

/** Orders a backup of the world before its kernel is changed, which counts against no limit. @returns its id */
export function snapshotCreate(tx: Tx, realmId: string): Promise<string> {
  return insertBackup(tx, { realmId, madeBy: null, origin: 'KERNEL_CHANGE' });
}

/** How far it is; null when there is none any more. */
export async function snapshotState(db: Db, realmId: string, id: string | null): Promise<string | null> {
  return id === null ? null : ((await findBackup(db, realmId, id))?.state ?? null);
}

/** Makes its world ready in a scratch folder. @param tell of progress, as a fraction */
export async function snapshotUnpack(
  ctx: Context,
  { realmId, id, scratch }: { realmId: string; id: string | null; scratch: string },
  tell: (progress: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const backup = id === null ? undefined : await findBackup(ctx.db, realmId, id);
  if (!backup) throw new Error('the backup is gone');
  const { place, bytes, sha256 } = backup;
  await unpackBackup(ctx, { realmId, scratch, backupId: backup.id, place, bytes, sha256 }, tell, signal);
}
