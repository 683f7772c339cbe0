/** Limits of an archive. Bytes are counted while unpacking; the sizes that it declares are not trusted. */
export interface ArchiveLimits {
  /** Files and folders, those folders too that are only named in a file's name. */
  entries: number;
  /** Names in a name: `a/b/c` has 3. */
  depth: number;
  /** Unpacked, all files together. */
  bytes: number;
  /** Unpacked bytes for each byte of the archive; the first `freeBytes` are not held against it. */
  ratio: number;
}

/** Small files of one letter repeated are no attack. */
export const freeBytes = 16 * 1024 * 1024;
