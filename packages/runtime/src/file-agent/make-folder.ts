import { mkdirSync } from 'node:fs';
import { type FileEntry, FilesError, type FilesQuota } from '../files.ts';
import { pathToChange } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { inFolder } from '@realmkeep/safe-fs';
import { entryIn, explain, lastOf, walkTo } from './walk.ts';

export async function makeFolder(
  { root, usage }: FileAgentFolder,
  path: string,
  quota: FilesQuota,
): Promise<FileEntry> {
  const parts = pathToChange(path);
  const name = lastOf(parts);
  const folder = await walkTo(root, parts.slice(0, -1));
  try {
    await usage.take(0, 1, quota);
    try {
      mkdirSync(inFolder(folder, name), 0o700);
    } catch (error) {
      await usage.give(0, 1);
      explain(error as NodeJS.ErrnoException);
    }
    const made = entryIn(folder, name);
    if (made === null) throw new FilesError('not_found');
    return made;
  } finally {
    await folder.close();
  }
}
