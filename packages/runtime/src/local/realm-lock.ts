import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';

const HELD_ELSEWHERE = 75;

/** The lock, held by whoever has the descriptor open. */
export interface RealmLock {
  fd: number;
  /** Closes the driver's descriptor; the lock stays with a process that was given it. */
  [Symbol.dispose](): void;
}

/**
 * Takes the realm's lock, or answers null when a process holds it. The driver passes the descriptor to the realm's process and
 * closes its own, so that there is no moment without the lock between the driver's check and the realm's end, and the kernel
 * takes it back from a driver or a realm that is killed.
 */
export async function takeLock(path: string): Promise<RealmLock | null> {
  const { O_RDONLY, O_CREAT, O_NOFOLLOW } = constants;
  const fd = openSync(path, O_RDONLY | O_CREAT | O_NOFOLLOW, 0o600);
  try {
    // flock(2) belongs to the open file, which the child shares: the child ends, the lock stays with our descriptor.
    const stdio = ['ignore', 'ignore', 'ignore', fd] as ('ignore' | number)[];
    const [code]: unknown[] = await once(spawn('flock', ['-n', '-E', String(HELD_ELSEWHERE), '3'], { stdio }), 'exit');
    if (code === 0 && isStillAt(fd, path)) return { fd, [Symbol.dispose]: () => closeSync(fd) };
    if (code !== 0 && code !== HELD_ELSEWHERE) throw new Error(`flock ended with ${String(code)}`);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return null;
}

/** Whether the file was not removed, and perhaps made anew by somebody else, before the lock was ours. */
function isStillAt(fd: number, path: string): boolean {
  const ours = fstatSync(fd);
  const present = statSync(path, { throwIfNoEntry: false });
  return present?.ino === ours.ino && present.dev === ours.dev;
}
