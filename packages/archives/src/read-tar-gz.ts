import type { FileHandle } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { Gate } from './gate.ts';

/** Bytes between two files: headers, and buffered data. The library keeps whole headers in memory. */
const betweenFiles = 1024 * 1024;

/** The entries of a gzipped tar archive, by the same rules as those of a zip. @throws ArchiveError */
export async function* readTarGz(archive: FileHandle, limits: ArchiveLimits): AsyncGenerator<ArchiveEntry> {
  const gate = new Gate(limits, (await archive.stat()).size);
  const entries = tar.extract();
  let allowed = betweenFiles;
  let seen = 0;
  const meter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      if (seen > allowed) return done(new ArchiveError('damaged'));
      try {
        gate.count(piece.length);
        done(null, piece);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const bytes = archive.createReadStream({ autoClose: false, start: 0 });
  const ended = new Promise<unknown>((resolve) => {
    pipeline(bytes, createGunzip(), meter, entries, resolve);
  });
  try {
    for await (const entry of entries) {
      const { name, type, size } = entry.header;
      allowed = seen + (size ?? 0) + betweenFiles;
      const isFolder = type === 'directory';
      if (!isFolder && type !== 'file' && type !== 'contiguous-file') throw new ArchiveError('kind', name);
      const parts = gate.enter(name, isFolder ? 'folder' : 'file');
      if (parts.length > 0) yield { parts, content: isFolder ? null : contentOf(entry, name, ended) };
      entry.resume();
    }
  } catch (error) {
    throw await refusalOf(error, null, ended);
  } finally {
    bytes.destroy();
  }
}

async function* contentOf(
  entry: AsyncIterable<unknown>,
  name: string,
  ended: Promise<unknown>,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of entry) yield piece as Buffer;
  } catch (error) {
    throw await refusalOf(error, name, ended);
  }
}

/** The root cause: the error of an entry may be only its consequence. */
async function refusalOf(cause: unknown, name: string | null, ended: Promise<unknown>): Promise<ArchiveError> {
  if (cause instanceof ArchiveError) return cause;
  const first = await ended;
  return first instanceof ArchiveError ? first : new ArchiveError('damaged', name, first ?? cause);
}
