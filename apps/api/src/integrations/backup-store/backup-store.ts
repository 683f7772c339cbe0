import type { Readable } from 'node:stream';

/** Where backups are kept. Each has a key: a UUID. */
export interface BackupStore {
  /**
   * Keeps the bytes, durably, in the place of earlier ones of the key: nothing is found under it before all of them are there.
   * However many there are, few are in memory at once. @throws StoreError
   */
  put(key: string, pieces: AsyncIterable<Buffer>): Promise<void>;

  /** Whoever does not read it to its end destroys it. @throws BackupMissing, StoreError */
  get(key: string): Promise<Readable>;

  /** Removes what is kept under the key, and what was half written. Idempotent. @throws StoreError */
  remove(key: string): Promise<void>;

  /**
   * An address at which whoever has it fetches what is kept, for a minute; null where there is none.
   * @param fileName as what it is saved
   */
  link(key: string, fileName: string): Promise<string | null>;
}

/** Nothing is kept under the key. */
export class BackupMissing extends Error {
  override readonly name = 'BackupMissing';
}

/**
 * `away` may pass by itself: no answer, or none but that something is wrong there. The others do not: the key is refused, there is no such
 * bucket, the clocks differ, or it is refused for another reason; `elsewhere`: what is kept there the settings name no more.
 */
export type StoreReason = 'away' | 'key' | 'bucket' | 'clock' | 'refused' | 'elsewhere';

/** The store cannot be used. Its message is for the operator, and has no secret in it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: StoreReason;
  constructor(reason: StoreReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
