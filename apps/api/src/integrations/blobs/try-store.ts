import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type BlobStore, StoreError, type StoreReason } from './blob-store.ts';

/** What the operator may do. */
const advice = (s3: string): Record<StoreReason, string> => ({
  away: `Is ${s3}_ENDPOINT right, and does it answer?`,
  key: `Are ${s3}_ACCESS_KEY and ${s3}_SECRET_KEY right, and may that key read, write, list and delete in the bucket?`,
  bucket: `There is no such bucket: make it, or mend ${s3}_BUCKET and ${s3}_REGION.`,
  clock: "This machine's clock is not right: set it by NTP.",
  refused: `Does ${s3}_ENDPOINT name an object storage that speaks S3?`,
  elsewhere: '',
});

/**
 * Stores a few bytes, reads them and removes them.
 * @param names the prefix of the store's settings
 * @returns what is wrong and what to do; null if nothing is
 */
export async function storeProblem(store: BlobStore, names: 'S3' | 'BACKUP_S3'): Promise<string | null> {
  const key = `try-${randomUUID()}`;
  const bytes = Buffer.from(key);
  try {
    await store.put(key, [bytes]);
    const read = await buffer(await store.get(key));
    await store.remove(key);
    return read.equals(bytes) ? null : 'What was read is not what was written.';
  } catch (error) {
    if (error instanceof StoreError) return `${error.message}. ${advice(names)[error.reason]}`.trim();
    return error instanceof Error ? error.message : String(error);
  }
}
