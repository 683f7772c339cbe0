import { closeSync, openSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The longest path of a unix socket: sun_path without its last zero, unix(7). */
const longestBytes = 107;

/** O_PATH of open(2), which Node does not name: for folders that may be passed through but not read. */
const oPath = 0o10000000;

export interface ShortPath extends Disposable {
  /** Good in this process, until it is disposed of. */
  path: string;
}

/** A path of at most 107 bytes to the same file, for binding and connecting a unix socket. @throws Error with `code` */
export function shortPath(path: string): ShortPath {
  if (Buffer.byteLength(path) <= longestBytes) return { path, [Symbol.dispose]() {} };
  const folder = openSync(dirname(path), oPath);
  return { path: join('/proc/self/fd', String(folder), basename(path)), [Symbol.dispose]: () => closeSync(folder) };
}
