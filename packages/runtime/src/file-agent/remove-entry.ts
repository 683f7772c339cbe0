import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { FilesError } from '../files.ts';
import { pathToChange } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { inFolder } from '@realmkeep/safe-fs';
import { entryIn, explain, lastOf, walkTo } from './walk.ts';

/** Out of sight in one step, and then removed; after a kill in between, by the next file agent. */
export async function removeEntry({ root, staging, usage }: FileAgentFolder, path: string): Promise<void> {
  const parts = pathToChange(path);
  const folder = await walkTo(root, parts.slice(0, -1));
  const removed = inFolder(staging, randomUUID());
  try {
    if (entryIn(folder, lastOf(parts)) === null) throw new FilesError('not_found');
    renameSync(inFolder(folder, lastOf(parts)), removed);
  } catch (error) {
    explain(error as NodeJS.ErrnoException);
  } finally {
    await folder.close();
  }
  await rm(removed, { recursive: true, force: true });
  usage.forget();
}
