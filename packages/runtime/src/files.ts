import type { Readable } from 'node:stream';
import type { LandRegion, PicturedLand } from './land.ts';

/**
 * The files of one realm, whether it runs or not. A path is names joined by `/`, from the root that people see; the root is the
 * empty path, and holds `visibleFolders`. No link is followed, nothing outside of the realm's folder is reached, and what runs
 * the realm (its order, tokens, locks) is neither shown nor touched.
 *
 * Errors: a FilesError with a code; anything else is a bug of the driver. What has failed has changed nothing, and what was
 * half written is gone.
 */
export interface RealmFiles {
  /** A folder's entries, unordered, at most `maxFolderEntries`. @throws not_found, not_a_folder */
  list(path: string): Promise<FileEntry[]>;

  /** @throws not_found */
  stat(path: string): Promise<FileEntry>;

  /**
   * A file's bytes, or some of them. The stream must be read to its end or destroyed.
   * @param range counted in bytes; what lies beyond the end is not there
   * @throws not_found, not_a_file
   */
  read(path: string, range?: { start: number; length: number }): Promise<{ entry: FileEntry; content: Readable }>;

  /** The SHA-512 of a file, in hexadecimal, lower case. @throws not_found, not_a_file */
  hash(path: string): Promise<string>;

  /** Describes a jar by its contents. @throws not_found, not_a_file, archive_unreadable, archive_refused */
  jar(path: string): Promise<JarFacts>;

  /**
   * Writes a whole file: until the last byte has arrived the old one stays as it is.
   * @throws exists, changed, over_quota, disk_full, realm_running, reserved, not_found for the folder
   */
  write(path: string, content: Readable, options: WriteOptions): Promise<FileEntry>;

  /** @throws exists, over_quota, disk_full, realm_running, reserved, not_found of the folder around it */
  makeFolder(path: string, quota: FilesQuota): Promise<FileEntry>;

  /**
   * Gives a file or folder another name or place. With `replaces`, a file takes the place of another in one step, as rename(2) does.
   * @throws exists, not_found, realm_running, reserved, name_invalid into itself
   */
  move(from: string, to: string, replaces?: boolean): Promise<FileEntry>;
  /** Sets when a file or folder was changed, in milliseconds since the epoch. @throws not_found, realm_running, reserved */
  setTime(path: string, changedAt: number): Promise<FileEntry>;

  /** Removes a file, or a folder with all in it; links are removed, not followed. @throws not_found, realm_running, reserved */
  remove(path: string): Promise<void>;

  /**
   * Packs entries of one folder, with all in them, into a new zip archive. Links and devices are left out.
   * @param names of entries of the folder
   * @param path of the archive, where nothing is yet
   * @throws not_found, exists, over_quota, disk_full, realm_running, reserved, archive_refused for what no archive may hold; the signal's reason
   */
  archive(folder: string, names: readonly string[], path: string, work: FilesWork): Promise<FileEntry>;

  /**
   * Unpacks a zip or tar.gz archive into a new folder, which appears when it is complete.
   * @throws not_found, not_a_file, exists, over_quota, disk_full, realm_running, reserved, archive_unreadable, archive_refused; the signal's reason
   */
  extract(path: string, into: string, work: FilesWork): Promise<FileEntry>;

  /**
   * A region of the overworld as seen from above, whether it is stored or not: a byte for each of its columns, row by row from the north, four
   * times the number of the colour and the number of the shade (land.ts); 0 where there is nothing. What cannot be read is left out.
   */
  drawLand(region: LandRegion): Promise<Buffer>;

  /** A small picture of the overworld, `pictureSize`: a byte a pixel, as of `drawLand`. */
  drawPicture(land: PicturedLand): Promise<Buffer>;

  /** What counts against the quota. */
  usage(): Promise<FilesUsage>;
}

export interface FileEntry {
  name: string;
  /** `other` is what can only be removed: links, pipes, devices. */
  kind: 'file' | 'folder' | 'other';
  bytes: number;
  /** Milliseconds since the epoch. */
  changedAt: number;
  /** Another one after each change of a file. */
  version: string;
}

/** Whether both are of one file, changed or not, and not of two that had the same name one after the other. */
export function isSameFile(one: FileEntry, other: FileEntry): boolean {
  return inodeOf(one) === inodeOf(other);
}

/** A version begins with it (file-agent/walk.ts). */
const inodeOf = ({ version }: FileEntry): string => version.slice(0, version.indexOf('-'));

export interface JarFacts {
  /** In hexadecimal, lower case. */
  sha256: string;
  /** The main class; null if there is none. */
  mainClass: string | null;
  /** Of the game, as a server says it of itself. */
  version: string | null;
}

export interface WriteOptions {
  quota: FilesQuota;
  /** What may be at the path: anything but a folder, nothing, or the file of this version alone. */
  replaces: 'anything' | 'nothing' | { version: string };
  /** When its content was changed, in milliseconds since the epoch; without it, now. */
  changedAt?: number;
}

/** How something is done that takes its time. */
export interface FilesWork {
  quota: FilesQuota;
  /** Ends it: what was half written is gone then. */
  signal: AbortSignal;
  /** @param bytes written so far */
  onProgress: (bytes: number) => void;
}

/** What a realm may hold at most. */
export interface FilesQuota {
  bytes: number;
  /** Files and folders. */
  files: number;
}

export type FilesUsage = FilesQuota;

/** The most that is listed of one folder. */
export const maxFolderEntries = 20_000;

/** The folders of a realm that users see. They always exist. */
export const visibleFolders = ['world', 'plugins', 'mods', 'kernel', 'config', 'logs'] as const;

/** A running realm writes it, and would not learn of another writer. */
export function isLiveWorld(path: string): boolean {
  return path === 'world' || path.startsWith('world/');
}

/**
 * absent: the realm has no folder before its first start. realm_running: the world of a running realm is read-only. changed:
 * the file is no longer the expected version. reserved: a path that the realm needs to run. busy: too many realms' files are in use.
 * disk_full: of the disk that the folder is on only the reserve is left. silent: the file agent hangs, has ended or did not start, and is replaced at the next call.
 * archive_unreadable: damaged, encrypted, or of another kind. archive_refused: it contains something that must not be unpacked, such as links,
 * names that lead outside, or far too much.
 */
export const filesErrorCodes = [
  'absent',
  'not_found',
  'exists',
  'name_invalid',
  'not_a_folder',
  'not_a_file',
  'reserved',
  'realm_running',
  'changed',
  'over_quota',
  'disk_full',
  'busy',
  'silent',
  'archive_unreadable',
  'archive_refused',
] as const;

export type FilesErrorCode = (typeof filesErrorCodes)[number];

export class FilesError extends Error {
  override readonly name = 'FilesError';
  readonly code: FilesErrorCode;
  constructor(code: FilesErrorCode, message: string = code) {
    super(message);
    this.code = code;
  }
}
