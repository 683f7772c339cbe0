import type { FilesUsage, RealmFiles } from '../files.ts';
import { archiveEntries } from './archive-entries.ts';
import { extractArchive } from './extract-archive.ts';
import type { FileArchives } from './file-archives.ts';
import { type FileAgentFolder, openFileAgentFolder } from './file-agent-folder.ts';
import { listFolder, makeFolder, moveEntry, removeEntry, setTime, statEntry } from './folder-entries.ts';
import { drawLand, drawLandPicture } from './land/draw-land.ts';
import type { LandMaker } from './land/made-land.ts';
import { hashFile, readJar } from './hash-file.ts';
import { readFile } from './read-file.ts';
import { writeFile } from './write-file.ts';

/** The files of a realm's folder, opened as `openFileAgentFolder` does. */
export async function openFolderFiles(
  path: string,
  until: number,
  archives: FileArchives,
  makeLand: LandMaker,
): Promise<RealmFiles> {
  return folderFiles(await openFileAgentFolder(path, until), archives, makeLand);
}

/** The files of a folder that this process has open. Whether its realm runs is for the caller to know. */
export function folderFiles(folder: FileAgentFolder, archives: FileArchives, makeLand: LandMaker): RealmFiles {
  return {
    list: (path) => listFolder(folder, path),
    stat: (path) => statEntry(folder, path),
    read: (path, range) => readFile(folder, path, range),
    hash: (path) => hashFile(folder, path),
    jar: (path) => readJar(folder, archives, path),
    write: (path, content, options) => writeFile(folder, path, content, options),
    makeFolder: (path, quota) => makeFolder(folder, path, quota),
    move: (from, to, replaces = false) => moveEntry(folder, from, to, replaces),
    setTime: (path, changedAt) => setTime(folder, path, changedAt),
    remove: (path) => removeEntry(folder, path),
    archive: (from, names, path, work) => archiveEntries(folder, archives, { from, names, path }, work),
    extract: (path, into, work) => extractArchive(folder, archives, { path, into }, work),
    drawLand: (region) => drawLand(folder, makeLand, region),
    drawPicture: (land) => drawLandPicture(folder, makeLand, land),
    usage: (): Promise<FilesUsage> => folder.usage.now(),
  };
}
