import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { type FileEntry, FilesError, type FilesWork } from '../files.ts';
import type { FileArchives } from './file-archives.ts';
import { maxDepth, pathToChange, pathToRead } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { openPlain } from './read-file.ts';
import { inFolder, openFolder } from '@realmkeep/safe-fs';
import { entryIn, explain, lastOf, walkTo } from './walk.ts';

/** Unpacked out of sight, and given its name in one step when it is whole. */
export async function extractArchive(
  { root, staging, usage }: FileAgentFolder,
  archives: FileArchives,
  { path, into }: { path: string; into: string },
  { quota, signal, onProgress }: FilesWork,
): Promise<FileEntry> {
  const [source, target] = [pathToRead(path), pathToChange(into)];
  const name = lastOf(target);
  const { file: archive } = await openPlain(root, source);
  const outside = await walkTo(root, target.slice(0, -1)).catch(async (error: unknown) => {
    await archive.close();
    throw error;
  });
  const scratch = inFolder(staging, randomUUID());
  const taken = { bytes: 0, files: 0 };
  const take = async (bytes: number, files: number): Promise<void> => {
    signal.throwIfAborted();
    await usage.take(bytes, files, quota);
    taken.bytes += bytes;
    taken.files += files;
    onProgress(taken.bytes);
  };
  try {
    assertFree(entryIn(outside, name));
    await take(0, 1);
    await mkdir(scratch, 0o700);
    const unpacked = await openFolder(scratch);
    try {
      const depth = maxDepth - target.length;
      await archives.unpack(archive, unpacked, { name: lastOf(source), depth, take, signal });
    } finally {
      await unpacked.close();
    }
    signal.throwIfAborted();
    // Between this look and the name nothing else of the file agent is done.
    assertFree(entryIn(outside, name));
    renameSync(scratch, inFolder(outside, name));
    [taken.bytes, taken.files] = [0, 0];
    await outside.sync();
    const made = entryIn(outside, name);
    if (made === null) throw new FilesError('not_found');
    return made;
  } catch (error) {
    const refusal = archives.refusalOf(error);
    if (refusal !== null) throw new FilesError(refusal);
    return explain(error as NodeJS.ErrnoException);
  } finally {
    await rm(scratch, { recursive: true, force: true });
    if (taken.files > 0) usage.forget();
    await outside.close();
    await archive.close();
  }
}

function assertFree(present: FileEntry | null): void {
  if (present !== null) throw new FilesError('exists');
}
