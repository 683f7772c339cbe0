import { lstatSync, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { type FileEntry, FilesError } from '../files.ts';
import { inFolder, isOutOfSpace, openBelow } from '@realmkeep/safe-fs';

/** The folder below an open one, of which every part is looked up in the one before. The caller closes it. @throws not_found, not_a_folder */
export function walkTo(root: FileHandle, parts: readonly string[]): Promise<FileHandle> {
  return openBelow(root, parts).catch(explain);
}

/** The entry of this name in an open folder, without following links. Null if there is none. */
export function entryIn(folder: FileHandle, name: string): FileEntry | null {
  const stat = lstatSync(inFolder(folder, name), { throwIfNoEntry: false });
  return stat === undefined ? null : entryOf(name, stat);
}

export function entryOf(name: string, stat: Stats): FileEntry {
  const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
  const version = `${stat.ino.toString(36)}-${stat.size.toString(36)}-${Math.round(stat.mtimeMs * 1000).toString(36)}`;
  return { name, kind, bytes: kind === 'file' ? stat.size : 0, changedAt: Math.trunc(stat.mtimeMs), version };
}

/** The name that a path ends with. */
export function lastOf(parts: readonly string[]): string {
  return parts.at(-1) ?? '';
}

/** Translates errors of the disk that can occur in a folder which its realm is changing. */
export function explain(error: NodeJS.ErrnoException): never {
  if (isOutOfSpace(error)) throw new FilesError('over_quota');
  switch (error.code) {
    case 'ENOENT':
      throw new FilesError('not_found');
    // O_NOFOLLOW says the one of a link, O_DIRECTORY the other.
    case 'ELOOP':
    case 'ENOTDIR':
      throw new FilesError('not_a_folder');
    case 'EEXIST':
    case 'ENOTEMPTY':
    case 'EISDIR':
      throw new FilesError('exists');
    case 'EINVAL':
    case 'ENAMETOOLONG':
      throw new FilesError('name_invalid');
    default:
      throw error;
  }
}
