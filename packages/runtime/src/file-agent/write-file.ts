import { randomUUID } from 'node:crypto';
import { linkSync, renameSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type FileEntry, FilesError, type WriteOptions } from '../files.ts';
import { pathToChange } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { createFile, inFolder } from '@realmkeep/safe-fs';
import { entryIn, explain, lastOf, walkTo } from './walk.ts';

/** Written out of sight, synced, and given its name in one step. */
export async function writeFile(
  { root, staging, usage }: FileAgentFolder,
  path: string,
  content: Readable,
  { quota, replaces, changedAt }: WriteOptions,
): Promise<FileEntry> {
  const parts = pathToChange(path);
  const name = lastOf(parts);
  const folder = await walkTo(root, parts.slice(0, -1));
  const written = inFolder(staging, randomUUID());
  let [bytes, files] = [0, 0];
  try {
    assertReplaceable(entryIn(folder, name), replaces);
    await usage.take(0, 1, quota);
    files = 1;
    const file = await createFile(written);
    try {
      // Left open when it is refused: over it goes the answer.
      for await (const piece of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        await usage.take(piece.length, 0, quota);
        bytes += piece.length;
        await file.writeFile(piece);
      }
      if (changedAt !== undefined) await file.utimes(changedAt / 1000, changedAt / 1000);
      await file.sync();
    } finally {
      await file.close();
    }
    // Between this look and the name nothing else of the file agent is done.
    const before = entryIn(folder, name);
    assertReplaceable(before, replaces);
    if (replaces === 'nothing') linkSync(written, inFolder(folder, name));
    else renameSync(written, inFolder(folder, name));
    [bytes, files] = [before?.bytes ?? 0, before === null ? 0 : 1];
    await folder.sync();
    return entryIn(folder, name) ?? missing();
  } catch (error) {
    return explain(error as NodeJS.ErrnoException);
  } finally {
    await usage.give(bytes, files);
    await unlink(written).catch(() => undefined);
    await folder.close();
  }
}

function assertReplaceable(present: FileEntry | null, replaces: WriteOptions['replaces']): void {
  if (present?.kind === 'folder' || (present !== null && replaces === 'nothing')) throw new FilesError('exists');
  if (typeof replaces === 'object' && present?.version !== replaces.version) throw new FilesError('changed');
}

function missing(): never {
  throw new FilesError('changed');
}
