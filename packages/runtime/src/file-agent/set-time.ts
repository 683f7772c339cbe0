import { lutimesSync } from 'node:fs';
import { type FileEntry, FilesError } from '../files.ts';
import { pathToChange } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { inFolder } from '@realmkeep/safe-fs';
import { entryIn, explain, lastOf, walkTo } from './walk.ts';

export async function setTime({ root }: FileAgentFolder, path: string, changedAt: number): Promise<FileEntry> {
  const parts = pathToChange(path);
  const folder = await walkTo(root, parts.slice(0, -1));
  try {
    // Of a link that has come there meanwhile, its own.
    lutimesSync(inFolder(folder, lastOf(parts)), changedAt / 1000, changedAt / 1000);
    const entry = entryIn(folder, lastOf(parts));
    if (entry === null) throw new FilesError('not_found');
    return entry;
  } catch (error) {
    return explain(error as NodeJS.ErrnoException);
  } finally {
    await folder.close();
  }
}
