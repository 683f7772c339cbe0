import { randomUUID } from 'node:crypto';
import { closeSync, fchownSync, lstatSync, opendirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { lchown, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { createNew, readOwned } from '@realmkeep/safe-fs';
import { giveTo } from '../user/owned-tree.ts';
import { trashPrefix, type RealmPaths } from './realm-paths.ts';
import { groupOf } from '../user/realm-user.ts';

const tailBytes = 2048;

/** The folder's owner, who is the realm's user; null when there is no folder. */
export function folderOwner(paths: RealmPaths): number | null {
  const stat = lstatSync(paths.folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true ? stat.uid : null;
}

/** Whether there is a world. A file agent that came before the first start leaves an empty folder. */
export function hasWorld({ world }: RealmPaths): boolean {
  if (lstatSync(world, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  // There may be millions of files: one is enough.
  using folder = opendirSync(world);
  return folder.readSync() !== null;
}

/** Makes the realm's folder its user's, with the spec in it. To be called under the realm's lock. */
export async function prepareFolder(paths: RealmPaths, spec: RealmSpec, uid: number): Promise<void> {
  await ownFolder(paths, uid);
  const written = `${paths.spec}.new`;
  moveFolderAside(written);
  rmSync(written, { force: true });
  const fd = createNew(written);
  try {
    writeSync(fd, JSON.stringify(spec));
    fchownSync(fd, uid, groupOf(uid));
  } finally {
    closeSync(fd);
  }
  moveFolderAside(paths.spec);
  renameSync(written, paths.spec);
}

/** A folder that the realm's programs have put where a file is to be is not removed: it may hold millions of files. */
function moveFolderAside(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) renameSync(path, `${path}.${randomUUID()}`);
}

/** The folder alone, made if it is not there. To be called under the realm's lock. */
export async function ownFolder(paths: RealmPaths, uid: number): Promise<void> {
  const made = await mkdir(paths.folder, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (folderOwner(paths) === null) throw error;
      return false;
    },
  );
  if (made) await lchown(paths.folder, uid, groupOf(uid));
  else if (folderOwner(paths) !== uid) await giveTo(paths.folder, uid);
}

/** A new, empty log for the process to append to. The caller closes it. */
export function newRunLog(paths: RealmPaths, uid: number): number {
  moveFolderAside(paths.log);
  rmSync(paths.log, { force: true });
  const fd = createNew(paths.log);
  fchownSync(fd, uid, groupOf(uid));
  return fd;
}

/** The last whole lines that the process wrote, at most 2 KiB, or for lack of any those of its console. */
export function logTail(paths: RealmPaths): string {
  const uid = folderOwner(paths);
  if (uid === null) return '';
  const text = readOwned(paths.log, uid, tailBytes) || (readOwned(paths.console, uid, tailBytes) ?? '');
  const cut = Buffer.byteLength(text) < tailBytes ? text : text.slice(text.indexOf('\n') + 1);
  return cut.trim();
}

/** Takes the folder out of sight in one step; it is removed from there, now or after a crash. */
export async function moveToTrash(dir: string, paths: RealmPaths): Promise<string | null> {
  if (folderOwner(paths) === null) return null;
  const trash = join(dir, `${trashPrefix}${randomUUID()}`);
  await rename(paths.folder, trash);
  return trash;
}
