import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Packs and unpacks archives. */
export interface FileArchives {
  /** An archive of these entries of an open folder, made while it is read. */
  pack(folder: FileHandle, names: ReadonlySet<string>): Readable;

  /** Unpacks into a new, open folder. What was written before a refusal stays there. */
  unpack(archive: FileHandle, into: FileHandle, options: UnpackOptions): Promise<void>;

  /** What small files of a zip archive say, by their whole names; those that are not there are left out. */
  small(archive: FileHandle, names: ReadonlySet<string>): Promise<Map<string, string>>;

  /** Whether, and how, the archive is to blame for a failure of these. */
  refusalOf(error: unknown): 'archive_unreadable' | 'archive_refused' | null;
}

interface UnpackOptions {
  /** Of the archive, by the end of which its kind is known. */
  name: string;
  /** Names in a name. */
  depth: number;
  /** Awaited before these are written. */
  take: (bytes: number, files: number) => Promise<void>;
  signal: AbortSignal;
}
