import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type FileEntry, FilesError } from '../files.ts';
import { pathToRead } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { inFolder, openItself } from '@realmkeep/safe-fs';
import { entryOf, explain, lastOf, walkTo } from './walk.ts';

export async function readFile(
  { root }: FileAgentFolder,
  path: string,
  range?: { start: number; length: number },
): Promise<{ entry: FileEntry; content: Readable }> {
  const parts = pathToRead(path);
  const { file, stat } = await openPlain(root, parts);
  const entry = entryOf(lastOf(parts), stat);
  // Not more than its size at the start: appended bytes would make the answer longer than announced.
  const start = Math.min(range?.start ?? 0, entry.bytes);
  const end = Math.min(start + (range?.length ?? Infinity), entry.bytes);
  if (start === end) {
    await file.close();
    return { entry, content: Readable.from([]) };
  }
  return { entry, content: file.createReadStream({ start, end: end - 1, highWaterMark: 256 * 1024 }) };
}

/** A file, and nothing else, to be read. The caller closes it. @throws FilesError not_found, not_a_file, not_a_folder */
export async function openPlain(
  root: FileHandle,
  parts: readonly string[],
): Promise<{ file: FileHandle; stat: Stats }> {
  const name = lastOf(parts);
  if (name === '') throw new FilesError('not_a_file');
  const folder = await walkTo(root, parts.slice(0, -1));
  // Without waiting for the other end of a pipe.
  const file = await openItself(inFolder(folder, name))
    .catch((error: NodeJS.ErrnoException) => {
      // A link, or a socket.
      if (error.code === 'ELOOP' || error.code === 'ENXIO') throw new FilesError('not_a_file');
      return explain(error);
    })
    .finally(() => void folder.close());
  const stat = await file.stat();
  if (stat.isFile()) return { file, stat };
  await file.close();
  throw new FilesError('not_a_file');
}
