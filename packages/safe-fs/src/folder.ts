import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/*
 * Others with write access to a folder can replace anything in it by a link, at any moment. So each folder on the path is held open
 * before the next name is looked up in it, and links are not followed.
 */

/** An open folder. @throws ELOOP or ENOTDIR for anything else, including a link to a folder */
export function openFolder(path: string): Promise<FileHandle> {
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

/** The path of what has this name in an open folder, wherever that folder has been moved to. */
export function inFolder(folder: FileHandle, name: string): string {
  return `/proc/self/fd/${folder.fd}/${name}`;
}

/** The folder below an open one; the caller closes it. @throws ENOENT, ELOOP, ENOTDIR */
export function openBelow(root: FileHandle, parts: readonly string[]): Promise<FileHandle> {
  return walk(root, parts, openFolder);
}

/** The same, but each folder on the way is made (0700) where it is missing. */
export function makeFolder(root: FileHandle, parts: readonly string[]): Promise<FileHandle> {
  return walk(root, parts, async (path) => {
    await mkdir(path, 0o700).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return openFolder(path);
  });
}

async function walk(
  root: FileHandle,
  parts: readonly string[],
  enter: (path: string) => Promise<FileHandle>,
): Promise<FileHandle> {
  let folder = await openFolder(inFolder(root, '.'));
  for (const part of parts) {
    try {
      const next = await enter(inFolder(folder, part));
      await folder.close();
      folder = next;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }
  return folder;
}

/** Opens this path for reading without following a link (ELOOP), or waiting for a pipe. */
export function openItself(path: string): Promise<FileHandle> {
  return open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
}

/** A plain file in an open folder, to read; null when it is something else. */
export async function openPlainFile(folder: FileHandle, name: string): Promise<FileHandle | null> {
  const file = await openItself(inFolder(folder, name));
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/** A new file, 0600, to write and read. @throws EEXIST when anything is at the path, a link too */
export function createFile(path: string): Promise<FileHandle> {
  return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
}
