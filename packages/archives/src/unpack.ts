import type { FileHandle } from 'node:fs/promises';
import { createFile, inFolder, makeFolder } from '@realmkeep/safe-fs';
import type { ArchiveEntry } from './archive-entry.ts';

/**
 * Unpacks entries of an archive, from `readZip` or `readTarGz`, into an open folder (`openFolder`): files 0600, folders 0700, owned by the caller. It never
 * follows links and never overwrites anything: an existing file causes EEXIST. What was written before a refusal stays there: unpack into a new folder, and
 * remove that.
 * @throws errors of the entries; disk errors; the signal's reason
 */
export async function writeEntries(
  entries: AsyncIterable<ArchiveEntry>,
  into: FileHandle,
  signal?: AbortSignal,
): Promise<void> {
  for await (const { parts, content } of entries) {
    signal?.throwIfAborted();
    const folder = await makeFolder(into, content ? parts.slice(0, -1) : parts);
    try {
      if (content) await writeNew(inFolder(folder, parts.at(-1) ?? ''), content, signal);
    } finally {
      await folder.close();
    }
  }
}

async function writeNew(path: string, content: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<void> {
  const file = await createFile(path);
  try {
    for await (const piece of content) {
      signal?.throwIfAborted();
      await file.writeFile(piece);
    }
  } finally {
    await file.close();
  }
}
