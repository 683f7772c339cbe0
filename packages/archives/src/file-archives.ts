import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ArchiveEntry } from './archive-entry.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { packZip } from './pack-zip.ts';
import { readSmall } from './read-small.ts';
import { readTarGz } from './read-tar-gz.ts';
import { readZip } from './read-zip.ts';
import { writeEntries } from './unpack.ts';

/** The realm being unpacked into has its own quota, far below this. */
const limits: ArchiveLimits = { entries: 200_000, depth: 32, bytes: 64 * 1024 ** 3, ratio: 200 };

/** Of a server's jar, with all that is shaded into it. */
const smallLimits = { entries: 200_000, bytes: 64 * 1024 };

interface UnpackOptions {
  /** Of the archive, by the end of which its kind is known. */
  name: string;
  depth: number;
  /** Awaited before these are written; if it throws, unpacking ends. */
  take: (bytes: number, files: number) => Promise<void>;
  signal: AbortSignal;
}

/** Archives among users' own files: packs zip, and unpacks zip and tar.gz. */
export const fileArchives = {
  pack(folder: FileHandle, names: ReadonlySet<string>): Readable {
    return packZip(folder, limits, names);
  },

  /** @throws ArchiveError; what `take` throws; disk errors; the signal's reason */
  async unpack(archive: FileHandle, into: FileHandle, { name, depth, take, signal }: UnpackOptions): Promise<void> {
    const entries = entriesOf(archive, name, { ...limits, depth });
    await writeEntries(taken(entries, take), into, signal);
  },

  /** What small files of a zip archive say. @throws ArchiveError */
  small(archive: FileHandle, names: ReadonlySet<string>): Promise<Map<string, string>> {
    return readSmall(archive, names, smallLimits);
  },

  /** Whether the archive is to blame for an error: it cannot be read, or contains something forbidden. */
  refusalOf(error: unknown): 'archive_unreadable' | 'archive_refused' | null {
    if (!(error instanceof ArchiveError)) return null;
    return error.code === 'damaged' || error.code === 'locked' ? 'archive_unreadable' : 'archive_refused';
  },
};

function entriesOf(archive: FileHandle, name: string, within: ArchiveLimits): AsyncIterable<ArchiveEntry> {
  if (/\.zip$/i.test(name)) return readZip(archive, within);
  if (/\.(tar\.gz|tgz)$/i.test(name)) return readTarGz(archive, within);
  throw new ArchiveError('damaged');
}

/** The entries, each counted before it is written, with the folders that are only named on the way to it. */
async function* taken(entries: AsyncIterable<ArchiveEntry>, take: UnpackOptions['take']): AsyncGenerator<ArchiveEntry> {
  const folders = new Set<string>();
  for await (const { parts, content } of entries) {
    const ways = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    const fresh = (content ? ways.slice(0, -1) : ways).filter((way) => !folders.has(way));
    for (const way of fresh) folders.add(way);
    await take(0, fresh.length + (content ? 1 : 0));
    yield { parts, content: content && takenPieces(content, take) };
  }
}

async function* takenPieces(content: AsyncIterable<Buffer>, take: UnpackOptions['take']): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    await take(piece.length, 0);
    yield piece;
  }
}
