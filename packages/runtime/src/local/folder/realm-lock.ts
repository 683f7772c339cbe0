import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, constants, existsSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const heldElsewhere = 75;

/** The lock, held as long as the descriptor is open in any process. */
export interface RealmLock {
  fd: number;
  /** Closes the driver's descriptor; the lock stays with a process that was given it. */
  [Symbol.dispose](): void;
}

/**
 * Takes the realm's lock, or returns null if a process holds it. The driver passes the descriptor to the realm's process and
 * closes its own, so that the lock is held without a gap from the driver's check to the realm's end, and the kernel
 * releases it when a driver or a realm is killed. It is a named pipe that nobody ever reads: a realm with the
 * driver's user could reopen it through /proc, and fill a regular file unseen.
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

/** Whether the file was not removed, and possibly recreated by somebody else, before we got the lock. */
function isStillAt(fd: number, path: string): boolean {
  const ours = fstatSync(fd);
  const present = statSync(path, { throwIfNoEntry: false });
  return present?.ino === ours.ino && present.dev === ours.dev;
}
