import { type FileEntry, FilesError } from '../files.ts';
import { pathToRead } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { entryIn, lastOf, walkTo } from './walk.ts';

export async function statEntry({ root }: FileAgentFolder, path: string): Promise<FileEntry> {
  const parts = pathToRead(path);
  const folder = await walkTo(root, parts.slice(0, -1));
  try {
    const entry = entryIn(folder, lastOf(parts) || '.');
    if (entry === null) throw new FilesError('not_found');
    return { ...entry, name: lastOf(parts) };
  } finally {
    await folder.close();
  }
}
