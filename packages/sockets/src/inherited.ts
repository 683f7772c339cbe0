import { closeSync, readdirSync, readFileSync } from 'node:fs';

/** fcntl.h, where it is written in octal, as in /proc/self/fdinfo. */
const oCloexec = 0o2000000;

/**
 * Closes what this process was started with and would pass on to each child, realms among them: a descriptor of a folder leads out of every
 * wall. What Node opens, and the first sixteen that it is given, it does not pass on (uv_disable_stdio_inheritance).
 */
export function closeInherited(): void {
  for (const fd of readdirSync('/proc/self/fd').map(Number)) {
    if (fd <= 2 || isKeptBack(fd)) continue;
    closeSync(fd);
  }
}

function isKeptBack(fd: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & oCloexec) !== 0;
  } catch {
    // It was the folder's that has just been read.
    return true;
  }
}
