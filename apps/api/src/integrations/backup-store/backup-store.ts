/** Where backups are kept. Each has a key: a UUID. */
export interface BackupStore {
  /**
   * Keeps the bytes, durably, in the place of earlier ones of the key: nothing is found under it before all of them are there.
   * However many there are, few are in memory at once.
   */
  put(key: string, pieces: AsyncIterable<Buffer>): Promise<void>;

  /** @throws BackupMissing */
  get(key: string): Promise<AsyncIterable<Buffer>>;

  /** Removes what is kept under the key, and what was half written. Idempotent. */
  remove(key: string): Promise<void>;
}

/** Nothing is kept under the key. */
export class BackupMissing extends Error {
  override readonly name = 'BackupMissing';
}
