import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { createFile, inFolder, makeFolder } from '@realmkeep/safe-fs';
import tar from 'tar-stream';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { Gate } from './gate.ts';
import { manifestName, type SnapshotFile, type SnapshotManifest } from './pack-snapshot.ts';

/** A name of some length and a hash for each of a hundred thousand files. */
const maxManifestBytes = 32 * 1024 * 1024;
/** Headers between two files; the library keeps those whole in memory. */
const betweenFiles = 1024 * 1024;

/** What came out of a snapshot. */
export interface UnpackedSnapshot {
  files: number;
  bytes: number;
}

/**
 * Unpacks a snapshot into a new, empty folder (`openFolder`): files 0600, folders 0700, all of it on the disk when it returns. Files
 * and manifest must match each other. What was written before a refusal stays there.
 * @param archive as made by `packSnapshot`
 * @param take called before so many bytes are written
 * @throws ArchiveError `damaged` also if a hash differs or a file is missing; errors of the disk, of the source, and of `take`
 */
export async function unpackSnapshot(
  archive: AsyncIterable<Buffer>,
  into: FileHandle,
  limits: Omit<ArchiveLimits, 'ratio'>,
  take: (bytes: number) => Promise<void>,
): Promise<UnpackedSnapshot> {
  const gate = new Gate({ ...limits, ratio: Infinity }, 0, 'as written');
  const entries = tar.extract();
  let allowed = betweenFiles;
  let seen = 0;
  const meter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      done(seen > allowed ? new ArchiveError('damaged') : null, piece);
    },
  });
  // The caller's own errors say nothing of the archive.
  let callersError: unknown;
  const note = (error: unknown): never => {
    callersError = error;
    throw error;
  };
  const takeRoom = (bytes: number): Promise<void> => take(bytes).catch(note);
  const flow = pipeline(
    async function* () {
      try {
        yield* archive;
      } catch (error) {
        note(error);
      }
    },
    createZstdDecompress(),
    meter,
    entries,
    () => undefined,
  );
  const found = new Map<string, SnapshotFile>();
  let manifest: SnapshotManifest['files'] | null = null;
  try {
    for await (const entry of flow) {
      const { name, type, size } = entry.header;
      allowed = seen + size + betweenFiles;
      // Nothing comes after the manifest.
      if (manifest) throw new ArchiveError('damaged', name);
      if (name === manifestName) manifest = parseManifest(await textOf(entry));
      else if (type === 'directory') await (await makeFolder(into, gate.enter(name, 'folder'))).close();
      else if (type !== 'file') throw new ArchiveError('kind', name);
      else found.set(name, await writeFile(entry, gate.enter(name, 'file'), into, { gate, takeRoom }));
      entry.resume();
    }
  } catch (error) {
    if (callersError !== undefined) throw callersError;
    throw isDiskError(error) ? error : new ArchiveError('damaged', null, error);
  }
  if (!manifest || !isSame(manifest, found)) throw new ArchiveError('damaged');
  await into.sync();
  const sizes = [...found.values()].map(({ bytes }) => bytes);
  return { files: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

async function writeFile(
  content: AsyncIterable<unknown>,
  parts: string[],
  into: FileHandle,
  { gate, takeRoom }: { gate: Gate; takeRoom: (bytes: number) => Promise<void> },
): Promise<SnapshotFile> {
  const folder = await makeFolder(into, parts.slice(0, -1));
  try {
    const path = inFolder(folder, parts.at(-1) ?? '');
    const file = await createFile(path);
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      for await (const piece of content as AsyncIterable<Buffer>) {
        gate.count(piece.length);
        await takeRoom(piece.length);
        hash.update(piece);
        bytes += piece.length;
        await file.writeFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await folder.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await folder.close();
  }
}

async function textOf(content: AsyncIterable<unknown>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxManifestBytes) throw new ArchiveError('damaged', manifestName);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parseManifest(text: string): SnapshotManifest['files'] {
  const manifest = JSON.parse(text) as Partial<SnapshotManifest>;
  if (manifest.version !== 1 || typeof manifest.files !== 'object') throw new ArchiveError('damaged', manifestName);
  return manifest.files;
}

/** Whether both name the same files with the same content. */
function isSame(manifest: SnapshotManifest['files'], found: ReadonlyMap<string, SnapshotFile>): boolean {
  const promised = Object.entries(manifest);
  return (
    promised.length === found.size &&
    promised.every(([name, { bytes, sha256 }]) => {
      const file = found.get(name);
      return file?.sha256 === sha256 && file.bytes === bytes;
    })
  );
}

function isDiskError(cause: unknown): boolean {
  // A full disk is no fault of the archive; what zlib says has a code too, beginning with Z.
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return cause instanceof ArchiveError || /^E[A-Z]+$/.test(code);
}
