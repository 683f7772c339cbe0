import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/**
 * Opens a file in a folder that another user can write to, and may have replaced: links are not followed, and only a regular
 * file of that user is opened, so that a process running as root never reads or truncates somebody else's.
 */
function openOwned(path: string, uid: number, flags: number): number | null {
  const fd = openHere(path, flags);
  if (fd === null) return null;
  const stat = fstatSync(fd);
  if (stat.isFile() && stat.uid === uid) return fd;
  closeSync(fd);
  return null;
}

/** No link is followed: not at the path's end, and not as the folder that it is in. Null when it cannot be opened. */
function openHere(path: string, flags: number): number | null {
  let folder: number | null = null;
  try {
    folder = openSync(dirname(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    return openSync(`/proc/self/fd/${folder}/${basename(path)}`, flags | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  } finally {
    if (folder !== null) closeSync(folder);
  }
}

/** The last `maxBytes` of the file as text; null when it is not there or not that user's. */
export function readOwned(path: string, uid: number, maxBytes: number): string | null {
  const fd = openOwned(path, uid, O_RDONLY);
  if (fd === null) return null;
  try {
    const from = Math.max(0, fstatSync(fd).size - maxBytes);
    const buffer = Buffer.alloc(maxBytes);
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, maxBytes, from));
  } finally {
    closeSync(fd);
  }
}

/** Empties the file if it is larger than `maxBytes`. Its writer appends, so it goes on from the start. */
export function emptyOwnedOver(path: string, uid: number, maxBytes: number): void {
  const fd = openOwned(path, uid, O_WRONLY);
  if (fd === null) return;
  try {
    if (fstatSync(fd).size > maxBytes) ftruncateSync(fd, 0);
  } finally {
    closeSync(fd);
  }
}

/** A new file, 0600, for appending. @throws if anything is at the path. */
export function createNew(path: string): number {
  return openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, 0o600);
}
