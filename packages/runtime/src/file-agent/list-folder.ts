import { readdir } from 'node:fs/promises';
import { type FileEntry, maxFolderEntries, visibleFolders } from '../files.ts';
import { isShown, pathToRead } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { inFolder } from '@realmkeep/safe-fs';
import { entryIn, walkTo } from './walk.ts';

export async function listFolder({ root }: FileAgentFolder, path: string): Promise<FileEntry[]> {
  const parts = pathToRead(path);
  const folder = await walkTo(root, parts);
  try {
    const names = parts.length === 0 ? visibleFolders : await readdir(inFolder(folder, '.'));
    // A name with a control character cannot be said in a path: it is not shown.
    const shown = names.filter((name) => !/[\p{Cc}\ufffd]/u.test(name) && isShown([...parts, name]));
    return shown.slice(0, maxFolderEntries).flatMap((name) => entryIn(folder, name) ?? []);
  } finally {
    await folder.close();
  }
}
