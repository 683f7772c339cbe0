import { Readable } from 'node:stream';
import { type FileEntry, FilesError, type FilesWork } from '../files.ts';
import type { FileArchives } from './file-archives.ts';
import { pathToChange, pathToRead } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { entryIn, walkTo } from './walk.ts';
import { writeFile } from './write-file.ts';

/** Packs entries of a folder into a new file, written like any other. */
export async function archiveEntries(
  folder: FileAgentFolder,
  archives: FileArchives,
  { from, names, path }: { from: string; names: readonly string[]; path: string },
  { quota, signal, onProgress }: FilesWork,
): Promise<FileEntry> {
  pathToChange(path);
  for (const name of names) pathToChange(`${from}/${name}`);
  const parts = pathToRead(from);
  const source = await walkTo(folder.root, parts);
  try {
    if (names.some((name) => entryIn(source, name) === null)) throw new FilesError('not_found');
    const pieces = archives.pack(source, new Set(names));
    const content = Readable.from(counted(pieces, onProgress), { objectMode: false });
    // Cancelled before it is read: the reader will get the error.
    pieces.on('error', () => undefined);
    const abort = (): void => void pieces.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      return await writeFile(folder, path, content, { quota, replaces: 'nothing' });
    } finally {
      signal.removeEventListener('abort', abort);
      pieces.destroy();
      content.destroy();
    }
  } catch (error) {
    const refusal = archives.refusalOf(error);
    throw refusal === null ? error : new FilesError(refusal);
  } finally {
    await source.close();
  }
}

async function* counted(pieces: AsyncIterable<Buffer>, onProgress: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    onProgress(bytes);
    yield piece;
  }
}
