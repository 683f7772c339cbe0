import type { Readable } from 'node:stream';

/**
 * Where files lie that every api of an installation reaches: a folder, or objects of a bucket. A key is the name of a file, of letters,
 * digits, hyphens and dots; two that are written at the same time differ before their first dot.
 */
export interface BlobStore {
  /** Whether what is kept takes room of a disk of this machine: `assertStoreSpace`. */
  readonly isOnDisk: boolean;

  /**
   * Keeps the bytes, durably, in the place of earlier ones of the key: nothing is found under it before all of them are there.
   * However many there are, few are in memory at once. @throws StoreError
   */
  put(key: string, pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>;

  /**
   * Whoever does not read it to its end destroys it.
   * @param from the first byte that is wanted; less than there are
   * @throws BlobMissing, StoreError
   */
  get(key: string, from?: number): Promise<Readable>;

  /** Removes what is kept under the key, and what was half written. Idempotent. @throws StoreError */
  remove(key: string): Promise<void>;

  /** All that is kept or half written, some at a time, in no order. What comes or goes meanwhile may be among it. @throws StoreError */
  list(): AsyncIterable<Kept[]>;

  /**
   * An address at which whoever has it fetches what is kept, for a minute; null where there is none.
   * @param fileName as what it is saved
   */
  link(key: string, fileName: string): Promise<string | null>;
}

export interface Kept {
  /** Of what is half written in a folder, up to its first dot. */
  key: string;
  /** When it was written last, by the store's clock. */
  at: Date;
}

/** Nothing is kept under the key. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
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
  /** What passes by itself, callers may try again: `unavailable`. */
  readonly code: 'unreachable' | 'unusable';
  constructor(reason: StoreReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
    this.code = reason === 'away' ? 'unreachable' : 'unusable';
  }
}
