import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type BackupStore, StoreError, type StoreReason } from './backup-store.ts';

/** What the operator may do. */
const advice: Record<StoreReason, string> = {
  away: 'Is BACKUP_S3_ENDPOINT right, and does it answer?',
  key: 'Are BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY right, and may that key read, write and delete in the bucket?',
  bucket: 'There is no such bucket: make it, or mend BACKUP_S3_BUCKET and BACKUP_S3_REGION.',
  clock: "This machine's clock is not right: set it by NTP.",
  refused: 'Does BACKUP_S3_ENDPOINT name an object storage that speaks S3?',
  elsewhere: '',
};

/** Keeps a few bytes, reads them and removes them. @returns what is wrong, and what to do, in words; null when nothing is */
export async function storeProblem(store: BackupStore): Promise<string | null> {
  const key = `try-${randomUUID()}`;
  const bytes = Buffer.from(key);
  try {
    await store.put(key, pieceOf(bytes));
    const read = await buffer(await store.get(key));
    await store.remove(key);
    return read.equals(bytes) ? null : 'What was read is not what was written.';
  } catch (error) {
    if (error instanceof StoreError) return `${error.message}. ${advice[error.reason]}`.trim();
    return error instanceof Error ? error.message : String(error);
  }
}

async function* pieceOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
