import { Readable } from 'node:stream';
import type { UnpackedWorld } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import { backupKey } from '../../../integrations/blobs/backup-stores.ts';
import { worldsIn } from '../durable-steps.ts';
import type { Lead } from '../job-worker.ts';
import type { BackupRow } from './backup-queries.ts';
import { Measured } from './measured.ts';

interface Unpacking {
  realmId: string;
  /** The scratch folder beside the world. */
  scratch: string;
  backupId: string;
  /** Where it is stored, and its size and hash, from its row. */
  stored: Pick<BackupRow, 'place' | 'stored_attempt' | 'bytes' | 'sha256'>;
}

/**
 * Prepares the world of a backup to replace the present one.
 * @param tell called with progress, as a fraction
 * @throws if it cannot be fetched, or is damaged; FilesError disk_full
 */
export async function unpackBackup(
  { runtime, backupStores }: Context,
  { realmId, scratch, backupId, stored: { place, stored_attempt: attempt, bytes, sha256 } }: Unpacking,
  tell: (progress: number) => Promise<void>,
  lead: Lead,
): Promise<UnpackedWorld> {
  const measured = new Measured();
  const stored = await backupStores.at(place).get(backupKey(backupId, attempt));
  try {
    const pieces = measured.of(stored, (done) => tell(Math.min(1, done / Math.max(1, bytes ?? 0))), lead);
    const archive = Readable.from(pieces, { objectMode: false });
    const unpacked = await worldsIn(runtime, realmId, lead).unpack(scratch, archive);
    if (measured.sha256() !== sha256) throw new Error('what is stored is not what was packed');
    return unpacked;
  } finally {
    // Of a realm that is gone, or whose files are in use, nothing was read.
    stored.destroy();
  }
}
