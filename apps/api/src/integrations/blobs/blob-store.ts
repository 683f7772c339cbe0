import type { Readable } from 'node:stream';

/**
 * Where files lie that every api of an installation reaches: a folder, or objects of a bucket. A key is the name of a file, of letters,
 * digits, hyphens and dots; two that are written at the same time differ before their first dot.
 */
export interface BlobStore {
  /** Whether blobs take space on a disk of this machine: see `assertStoreSpace`. */
  readonly isOnDisk: boolean;

  /**
   * Keeps the bytes, durably, in the place of earlier ones of the key: nothing is found under it before all of them are there.
   * However many there are, few are in memory at once. @throws StoreError
   */
  put(key: string, pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>;

  /**
   * A caller that does not read it to its end must destroy it.
   * @param from the first byte wanted; less than the blob's length
   * @throws BlobMissing, StoreError
   */
  get(key: string, from?: number): Promise<Readable>;

  /** Removes what is stored under the key, incomplete writes included. Idempotent. @throws StoreError */
  remove(key: string): Promise<void>;

  /** Everything that is stored or incomplete, in batches, unordered. May include what is added or removed meanwhile. @throws StoreError */
  list(): AsyncIterable<Kept[]>;

  /**
   * An address at which anybody who has it can fetch the blob for a minute; null if the store has none.
   * @param fileName the name under which it is saved
   */
  link(key: string, fileName: string): Promise<string | null>;
}

export interface Kept {
  /** For an incomplete write in a folder, the name up to its first dot. */
  key: string;
  /** When it was written last, by the store's clock. */
  at: Date;
}

/** Nothing is kept under the key. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
}

/**
 * `away` may pass by itself: no answer, or a server error. The others do not: the key is refused, there is no such
 * bucket, the clocks differ, or it is refused for another reason; `elsewhere`: the settings no longer name the store.
 */
export type StoreReason = 'away' | 'key' | 'bucket' | 'clock' | 'refused' | 'elsewhere';

/** The store cannot be used. Its message is for the operator, and has no secret in it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: StoreReason;
  /** What passes by itself, callers may try again: `unavailable`. */
  readonly code: 'unreachable' | 'unusable';
  constructor(reason: StoreReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
    this.code = reason === 'away' ? 'unreachable' : 'unusable';
  }
}
