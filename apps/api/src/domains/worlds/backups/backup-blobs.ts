import type { Context } from '../../../context.ts';
import { backupKey } from '../../../integrations/blobs/backup-stores.ts';
import { type BackupRow, findBackupById } from './backup-queries.ts';

type Blobs = Pick<BackupRow, 'id' | 'place' | 'attempts' | 'stored_attempt'>;

/** Removes what attempts before this one have stored, or begun to. @throws StoreError */
export async function removeEarlier(ctx: Context, { id, place }: Blobs, attempt: number): Promise<void> {
  const store = ctx.backupStores.at(place);
  for (let earlier = 1; earlier < attempt; earlier += 1) await store.remove(backupKey(id, earlier));
}

/** Removes everything that any attempt stored of an unwanted backup. @throws StoreError */
export function removeAll(ctx: Context, backup: Blobs): Promise<void> {
  return removeEarlier(ctx, backup, Math.max(1, backup.attempts, backup.stored_attempt ?? 1) + 1);
}

/**
 * Removes what an attempt stored too late, once the row shows that it is not the backup: another attempt's is, or there is none. Until
 * then the next attempt removes it.
 * @throws StoreError
 */
export async function removeLate(ctx: Context, id: string, attempt: number): Promise<void> {
  const backup = await findBackupById(ctx.db, id);
  const isDecided = !backup || (backup.bytes !== null && (backup.stored_attempt ?? 1) !== attempt);
  if (isDecided) await ctx.backupStores.current.remove(backupKey(id, attempt));
}
