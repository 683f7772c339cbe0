import { renameSync } from 'node:fs';
import { type FileEntry, FilesError } from '../files.ts';
import { pathToChange } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { inFolder } from '@realmkeep/safe-fs';
import { entryIn, explain, lastOf, walkTo } from './walk.ts';

export async function moveEntry(
  { root, usage }: FileAgentFolder,
  from: string,
  to: string,
  replaces: boolean,
): Promise<FileEntry> {
  const [source, target] = [pathToChange(from), pathToChange(to)];
  const [name, newName] = [lastOf(source), lastOf(target)];
  const out = await walkTo(root, source.slice(0, -1));
  try {
    const into = await walkTo(root, target.slice(0, -1));
    try {
      // In one go, as rename(2) puts it in the place of another.
      const [moved, before] = [entryIn(out, name), entryIn(into, newName)];
      if (moved === null) throw new FilesError('not_found');
      if (before !== null && !(replaces && moved.kind === 'file' && before.kind === 'file')) {
        throw new FilesError('exists');
      }
      renameSync(inFolder(out, name), inFolder(into, newName));
      if (before !== null && before.version !== moved.version) await usage.give(before.bytes, 1);
      return entryIn(into, newName) ?? explainGone();
    } catch (error) {
      return explain(error as NodeJS.ErrnoException);
    } finally {
      await into.close();
    }
  } finally {
    await out.close();
  }
}

function explainGone(): never {
  throw new FilesError('not_found');
}
