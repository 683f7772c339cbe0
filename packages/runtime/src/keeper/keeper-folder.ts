import { type FileHandle, mkdir, readdir, rm } from 'node:fs/promises';
import { visibleFolders } from '../files.ts';
import { UsageMeter } from './usage-meter.ts';
import { inFolder, openFolder } from './walk.ts';

/** Where what is being written lies until it is whole, and what is being removed: out of sight, on the same disk. */
const stagingName = '.keeper';

/** A realm's folder, held open: what it is called meanwhile, or what takes its name, does not matter. */
export interface KeeperFolder {
  root: FileHandle;
  staging: FileHandle;
  usage: UsageMeter;
}

/** @param path the realm's folder. To be called as its owner. */
export async function openKeeperFolder(path: string): Promise<KeeperFolder> {
  const root = await openFolder(path);
  for (const name of [stagingName, ...visibleFolders]) {
    await mkdir(inFolder(root, name), 0o700).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  const staging = await openFolder(inFolder(root, stagingName));
  // Of a keeper that was killed.
  for (const left of await readdir(inFolder(staging, '.'))) {
    await rm(inFolder(staging, left), { recursive: true, force: true });
  }
  return { root, staging, usage: new UsageMeter(root, stagingName) };
}

export async function closeKeeperFolder({ root, staging }: KeeperFolder): Promise<void> {
  await staging.close();
  await root.close();
}
