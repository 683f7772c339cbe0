import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, constants, existsSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const heldElsewhere = 75;

/** The lock, held by whoever has the descriptor open. */
export interface RealmLock {
  fd: number;
  /** Closes the driver's descriptor; the lock stays with a process that was given it. */
  [Symbol.dispose](): void;
}

/**
 * Takes the realm's lock, or answers null when a process holds it. The driver passes the descriptor to the realm's process and
 * closes its own, so that there is no moment without the lock between the driver's check and the realm's end, and the kernel
 * takes it back from a driver or a realm that is killed. It is a pipe with a name, which nobody ever reads: by /proc a realm that
 * has the driver's user opens it anew, and a file it could fill unseen.
 */
export async function takeLock(path: string): Promise<RealmLock | null> {
  const fd = await openPipe(path);
  if (fd === null) return null;
  /** As older versions made it. */
  let isFile = false;
  try {
    // flock(2) belongs to the open file, which the child shares: the child ends, the lock stays with our descriptor.
    const stdio = ['ignore', 'ignore', 'ignore', fd] as ('ignore' | number)[];
    const [code]: unknown[] = await once(spawn('flock', ['-n', '-E', String(heldElsewhere), '3'], { stdio }), 'exit');
    if (code === 0 && isStillAt(fd, path)) {
      if (fstatSync(fd).isFIFO()) return { fd, [Symbol.dispose]: () => closeSync(fd) };
      rmSync(path);
      isFile = true;
    }
    if (code !== 0 && code !== heldElsewhere) throw new Error(`flock ended with ${String(code)}`);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return isFile ? takeLock(path) : null;
}

/** Makes it where there is none. Null when its folder is gone: another driver has removed the realm. */
async function openPipe(path: string): Promise<number | null> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  // Where it fails because another driver was faster, all is well; else opening says why.
  if (!existsSync(path)) await once(spawn('mkfifo', ['-m', '600', '--', path], { stdio: 'ignore' }), 'exit');
  try {
    // The realm may have closed it to all.
    chmodSync(path, 0o600);
    return openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    if (!existsSync(dirname(path))) return null;
    throw error;
  }
}

/** Whether the file was not removed, and perhaps made anew by somebody else, before the lock was ours. */
function isStillAt(fd: number, path: string): boolean {
  const ours = fstatSync(fd);
  const present = statSync(path, { throwIfNoEntry: false });
  return present?.ino === ours.ino && present.dev === ours.dev;
}
