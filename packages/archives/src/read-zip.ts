import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { Gate } from './gate.ts';

/** Unix file types, in the upper half of the external attributes. */
const fileTypes = 0o170000;
const plainFile = 0o100000;
const folderType = 0o040000;

/**
 * The entries of a zip archive, one after the other, each checked. The content of one must be read, or left, before the next.
 * @param archive stays open, and must not change
 * @throws ArchiveError
 */
export async function* readZip(archive: FileHandle, limits: ArchiveLimits): AsyncGenerator<ArchiveEntry> {
  const gate = new Gate(limits, (await archive.stat()).size);
  const options = { autoClose: false, decodeStrings: false };
  const zip = await yauzl.fromFdPromise(archive.fd, options).catch((error: unknown) => {
    throw new ArchiveError('damaged', null, error);
  });
  const entries = zip.eachEntry();
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      throw new ArchiveError('damaged', null, error);
    });
    if (next.done) return;
    const entry = next.value;
    const { generalPurposeBitFlag: flags, fileName, extraFields } = entry;
    const name = yauzl.getFileNameLowLevel(flags, fileName as unknown as Buffer, extraFields, true);
    const type = (entry.externalFileAttributes >>> 16) & fileTypes;
    const isFolder = name.endsWith('/');
    if (type !== 0 && type !== (isFolder ? folderType : plainFile)) throw new ArchiveError('kind', name);
    if (!isFolder && !entry.canDecodeFileData()) throw new ArchiveError('locked', name);
    const parts = gate.enter(name, isFolder ? 'folder' : 'file');
    if (parts.length > 0) yield { parts, content: isFolder ? null : contentOf(zip, entry, name, gate) };
  }
}

async function* contentOf(zip: yauzl.ZipFile, entry: yauzl.Entry, name: string, gate: Gate): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      gate.count(piece.length);
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged', name, error);
  }
  if (sum !== entry.crc32) throw new ArchiveError('damaged', name);
}
