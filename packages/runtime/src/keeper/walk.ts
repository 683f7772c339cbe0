import { constants, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type FileEntry, FilesError } from '../files.ts';
import { isOutOfSpace } from '@realmkeep/safe-fs';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** An open folder, that is none by way of a link. */
export function openFolder(path: string): Promise<FileHandle> {
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

/** Whatever is called so in an open folder, wherever that folder has been moved to: no link on the way can lead elsewhere. */
export function inFolder(folder: FileHandle, name: string): string {
  return `/proc/self/fd/${folder.fd}/${name}`;
}

/** Walks name by name, each held open before the next is looked up in it. The caller closes it. @throws not_found, not_a_folder */
export async function walkTo(root: FileHandle, parts: readonly string[]): Promise<FileHandle> {
  let folder = await openFolder(inFolder(root, '.'));
  for (const part of parts) {
    try {
      const next = await openFolder(inFolder(folder, part)).catch(explain);
      await folder.close();
      folder = next;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }
  return folder;
}

/** What is called so in an open folder, itself: a link is not followed. Null when there is nothing. */
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

/** Words of the disk for what may be met in a folder that its realm changes meanwhile. */
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
