import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';

export interface Lock {
  release(): Promise<void>;
}

const takenByAnother = 75;

/**
 * Takes the lock of a file (made if missing), or returns null if another process holds it. The kernel keeps it: it is
 * never held twice, and it is free as soon as its holder is gone, however it ended.
 *
 * Node has no flock(2): `flock` from util-linux holds it, as long as it can read from this process.
 * @throws Error if the file cannot be opened
 */
export async function takeLock(file: string): Promise<Lock | null> {
  // Anybody who can read a file can lock it.
  await writeFile(file, '', { flag: 'a', mode: 0o600 });
  const holder = spawn('flock', ['-n', '-E', String(takenByAnother), '-F', file, 'sh', '-c', 'echo held; exec cat'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // In a group of its own, so that Ctrl-C in a terminal does not free the lock before the work is done.
    detached: true,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  let complaint = '';
  holder.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-500)));
  const ended = once(holder, 'close');
  const held = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (held) {
    return {
      async release() {
        holder.stdin.end();
        await ended;
      },
    };
  }
  if (holder.exitCode === takenByAnother) return null;
  throw new Error(`The lock ${file} cannot be taken: ${complaint.trim()}`);
}
