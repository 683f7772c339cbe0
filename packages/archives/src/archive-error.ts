/**
 * damaged: it is not an archive of this kind, or is inconsistent. name_invalid: a name that would leave the
 * folder, or that cannot be typed. name_twice: two entries with one name, or a file that is also a folder. kind: a link or a
 * device. locked: encrypted, or with an unsupported compression. entries, depth, bytes, ratio: over that limit.
 */
export type ArchiveErrorCode =
  | 'damaged'
  | 'name_invalid'
  | 'name_twice'
  | 'kind'
  | 'locked'
  | 'entries'
  | 'depth'
  | 'bytes'
  | 'ratio';

/** A refused archive. Disk errors are passed on as they are. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly code: ArchiveErrorCode;
  /** The entry's name, cut and without control characters; null when it is the whole archive. */
  readonly entry: string | null;

  constructor(code: ArchiveErrorCode, entry: string | null = null, cause?: unknown) {
    const shown = entry?.replace(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu, '?').slice(0, 100) ?? null;
    super(shown === null ? `archive refused: ${code}` : `archive refused: ${code} at ${shown}`, { cause });
    this.code = code;
    this.entry = shown;
  }
}
