import type { Context } from '../../../context.ts';
import { backupKey } from '../../../integrations/blobs/backup-stores.ts';
import { type BackupRow, findBackupById } from './backup-queries.ts';

type Blobs = Pick<BackupRow, 'id' | 'place' | 'attempts' | 'stored_attempt'>;

/** Removes what attempts before this one have stored, or begun to. @throws StoreError */
export async function removeEarlier(ctx: Context, { id, place }: Blobs, attempt: number): Promise<void> {
  const store = ctx.backupStores.at(place);
  for (let earlier = 1; earlier < attempt; earlier += 1) await store.remove(backupKey(id, earlier));
}

/** Removes what is stored of a backup that nobody wants any more, by whichever attempt. @throws StoreError */
export function removeAll(ctx: Context, backup: Blobs): Promise<void> {
  return removeEarlier(ctx, backup, Math.max(1, backup.attempts, backup.stored_attempt ?? 1) + 1);
}

/**
 * Removes what an attempt has stored too late, once the row says that it is nobody's: another attempt's is the backup, or there is none. Until it
 * says so the next attempt removes it.
 * @throws StoreError
 */
export async function removeLate(ctx: Context, id: string, attempt: number): Promise<void> {
  const backup = await findBackupById(ctx.db, id);
  const isDecided = !backup || (backup.bytes !== null && (backup.stored_attempt ?? 1) !== attempt);
  if (isDecided) await ctx.backupStores.current.remove(backupKey(id, attempt));
}
