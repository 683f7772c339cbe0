import { chmodSync, lchownSync, linkSync, lstatSync, renameSync, rmSync } from 'node:fs';

/**
 * Moves a socket that a container created in its own folder out of its reach, if it exists by now. A file by another user
 * may be anything: it is hard-linked first, without following links, and kept only if it is a socket. Its listener goes on.
 * @param owner the socket's new owner, who alone may connect; null: this process's user
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
