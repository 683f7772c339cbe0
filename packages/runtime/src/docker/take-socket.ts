import { chmodSync, lchownSync, linkSync, lstatSync, renameSync, rmSync } from 'node:fs';

/**
 * Takes a socket that a container has made in a folder of its own to a place out of its reach, if it is there by now. What another user has
 * made may be anything: a link to it is made first, which follows none, and only a socket is kept. Whoever listens on it goes on.
 * @param owner of the socket from then on, who alone may connect; null: this process's user
 */
export function takeSocket(from: string, to: string, owner: { uid: number; gid: number } | null): boolean {
  const aside = `${to}.new`;
  rmSync(aside, { force: true });
  try {
    linkSync(from, aside);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
  if (!lstatSync(aside).isSocket()) {
    rmSync(aside, { force: true });
    throw new Error(`${from} is no socket`);
  }
  const { uid, gid } = owner ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  lchownSync(aside, uid, gid);
  chmodSync(aside, 0o600);
  renameSync(aside, to);
  rmSync(from, { force: true });
  return true;
}
