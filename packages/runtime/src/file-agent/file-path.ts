import { isPlainName } from '@realmkeep/safe-fs';
import { FilesError, visibleFolders } from '../files.ts';

/** Names in a path. */
export const maxDepth = 32;
const maxPathBytes = 1024;

/** The fencing token that the world has seen, by which two starts do not both write it; the name on disk is older. */
const reserved = new Set(['world/lease', 'world/lease.new']);

/** The names of a path, each of them itself and nothing else. @throws name_invalid */
function parsePath(path: string, isName = isPlainName): string[] {
  if (path === '') return [];
  const parts = path.split('/');
  if (parts.length > maxDepth || Buffer.byteLength(path) > maxPathBytes || !parts.every(isName)) {
    throw new FilesError('name_invalid');
  }
  return parts;
}

/** Some servers on Linux make names with a backslash: here it is a sign like any other. */
const isListedName = (name: string): boolean => isPlainName(name.replaceAll('\\', '-'));

/** Checks a path to read. @throws name_invalid, not_found */
export function pathToRead(path: string): string[] {
  const parts = parsePath(path);
  if (parts.length > 0 && !isShown(parts)) throw new FilesError('not_found');
  return parts;
}

/** Checks a path to create: it must be below one of the visible folders. @throws name_invalid, reserved */
export function pathToChange(path: string, isName = isPlainName): string[] {
  const parts = parsePath(path, isName);
  if (parts.length < 2 || !isShown(parts)) throw new FilesError('reserved');
  return parts;
}

/** The same of what is there, to be moved away or removed. */
export function pathToClear(path: string): string[] {
  return pathToChange(path, isListedName);
}

export function isShown(parts: readonly string[]): boolean {
  return (visibleFolders as readonly string[]).includes(parts[0] ?? '') && !reserved.has(parts.slice(0, 2).join('/'));
}
