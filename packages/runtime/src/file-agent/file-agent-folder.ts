import { type FileHandle, lstat, mkdir, readdir, rm, unlink } from 'node:fs/promises';
import { visibleFolders } from '../files.ts';
import { UsageMeter } from './usage-meter.ts';
import { inFolder, openFolder } from '@realmkeep/safe-fs';

/**
 * Holds files that are being written, until they are complete, or removed: hidden, on the same disk. Folders of existing realms
 * have it under this name.
 */
const stagingName = '.keeper';

/** A realm's folder, held open, so that renaming or replacing it does not matter. */
export interface FileAgentFolder {
  root: FileHandle;
  staging: FileHandle;
  usage: UsageMeter;
}

/**
 * Opens a realm's folder, and removes what a file agent that was killed has left half written there. To be called as its owner.
 * @param until which time it may be such a one's, in milliseconds since the epoch; without it any is
 */
export async function openFileAgentFolder(path: string, until = Infinity): Promise<FileAgentFolder> {
  const root = await openFolder(path);
  const stagingPath = inFolder(root, stagingName);
  // A program of the realm may have put something else there, which would close its files to its owner.
  const there = await lstat(stagingPath).catch(() => null);
  if (there?.isDirectory() === false) await unlink(stagingPath);
  for (const name of [stagingName, ...visibleFolders]) {
    await mkdir(inFolder(root, name), 0o700).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  const staging = await openFolder(stagingPath);
  for (const left of await readdir(inFolder(staging, '.'))) {
    const path = inFolder(staging, left);
    // Another's, it may have got its place by now.
    const stats = await lstat(path).catch(() => null);
    if (stats !== null && stats.ctimeMs < until) await rm(path, { recursive: true, force: true });
  }
  return { root, staging, usage: new UsageMeter(root, stagingName) };
}

export async function closeFileAgentFolder({ root, staging }: FileAgentFolder): Promise<void> {
  await staging.close();
  await root.close();
}
