import type { FilesUsage, RealmFiles } from '../files.ts';
import { type KeeperFolder, openKeeperFolder } from './keeper-folder.ts';
import { listFolder } from './list-folder.ts';
import { makeFolder } from './make-folder.ts';
import { moveEntry } from './move-entry.ts';
import { readFile } from './read-file.ts';
import { removeEntry } from './remove-entry.ts';
import { statEntry } from './stat-entry.ts';
import { writeFile } from './write-file.ts';

/** The files of a realm's folder. To be called as its owner. */
export async function openFolderFiles(path: string): Promise<RealmFiles> {
  return folderFiles(await openKeeperFolder(path));
}

/** The files of a folder that this process has open. Whether its realm runs is for the caller to know. */
export function folderFiles(folder: KeeperFolder): RealmFiles {
  return {
    list: (path) => listFolder(folder, path),
    stat: (path) => statEntry(folder, path),
    read: (path, range) => readFile(folder, path, range),
    write: (path, content, options) => writeFile(folder, path, content, options),
    makeFolder: (path, quota) => makeFolder(folder, path, quota),
    move: (from, to) => moveEntry(folder, from, to),
    remove: (path) => removeEntry(folder, path),
    usage: (): Promise<FilesUsage> => folder.usage.now(),
  };
}
