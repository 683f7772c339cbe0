import type { FileHandle } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ArchiveError } from './archive-error.ts';

/**
 * Reads a few small files of a zip archive, by their full names. Nothing is written, so the rest of the archive does not matter.
 * @param limits `entries` to search, and unpacked `bytes` of one file
 * @throws ArchiveError damaged, entries, bytes
 */
export async function readSmall(
  archive: FileHandle,
  names: ReadonlySet<string>,
  limits: { entries: number; bytes: number },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  try {
    const zip = await yauzl.fromFdPromise(archive.fd, { autoClose: false });
    if (zip.entryCount > limits.entries) throw new ArchiveError('entries');
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      if (!names.has(name) || found.has(name)) continue;
      if (entry.uncompressedSize > limits.bytes) throw new ArchiveError('bytes', name);
      // It fails where there is more than the archive says.
      found.set(name, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'));
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged', null, error);
  }
  return found;
}
