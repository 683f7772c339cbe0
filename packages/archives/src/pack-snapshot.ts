import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, readdir } from 'node:fs/promises';
import { type Readable, pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import tar from 'tar-stream';
import { inFolder, openFolder, openPlainFile } from '@realmkeep/safe-fs';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { isEntryName } from './gate.ts';

const pieceBytes = 256 * 1024;

/** The last entry of a snapshot: an archive without it is not whole. */
export const manifestName = 'manifest.json';

/** What a snapshot holds beside itself: each file by its name, with its bytes and the SHA-256 of them in hexadecimal. */
export interface SnapshotManifest {
  version: 1;
  files: Record<string, SnapshotFile>;
}

export interface SnapshotFile {
  bytes: number;
  sha256: string;
}

/**
 * A tar archive, compressed with zstd, of an open folder that nobody changes meanwhile, with the hash of each file at its
 * end. It is created while it is read. Links and devices are left out, and what `unpackSnapshot` would refuse for its name: servers on
 * Linux may make any. The folder may be closed once the stream has ended.
 * @returns a stream that fails with an ArchiveError, or with a disk error
 */
export function packSnapshot(folder: FileHandle, limits: Omit<ArchiveLimits, 'ratio'>): Readable {
  const pack = tar.pack();
  const output = createZstdCompress();
  const ended = new AbortController();
  // Failures on the way appear in the stream.
  pipeline(pack, output, () => ended.abort());
  new Packing(pack, limits, ended.signal).addAll(folder).then(
    () => pack.finalize(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

/** An error of the stream also reaches its current entry, even while nobody writes to it. */
const heardInStream = (): void => undefined;

class Packing {
  readonly #pack: tar.Pack;
  readonly #limits: Omit<ArchiveLimits, 'ratio'>;
  readonly #ended: AbortSignal;
  readonly #files = new Map<string, SnapshotFile>();
  #entries = 0;
  #bytes = 0;

  constructor(pack: tar.Pack, limits: Omit<ArchiveLimits, 'ratio'>, ended: AbortSignal) {
    this.#pack = pack;
    this.#limits = limits;
    this.#ended = ended;
  }

  async addAll(folder: FileHandle): Promise<void> {
    await this.#addFolder(folder, []);
    const manifest: SnapshotManifest = { version: 1, files: Object.fromEntries(this.#files) };
    this.#pack.entry({ name: manifestName, mode: 0o600 }, JSON.stringify(manifest)).on('error', heardInStream);
  }

  async #addFolder(folder: FileHandle, way: string[]): Promise<void> {
    for (const item of await readdir(inFolder(folder, '.'), { withFileTypes: true })) {
      if (!item.isFile() && !item.isDirectory()) continue;
      const parts = [...way, item.name];
      if (!isEntryName(parts.join('/'))) continue;
      this.#check(parts);
      if (item.isFile()) {
        await this.#addFile(folder, parts);
        continue;
      }
      this.#pack.entry({ name: `${parts.join('/')}/`, type: 'directory', mode: 0o700 }).on('error', heardInStream);
      const inner = await openFolder(inFolder(folder, item.name));
      try {
        await this.#addFolder(inner, parts);
      } finally {
        await inner.close();
      }
    }
  }

  async #addFile(folder: FileHandle, parts: string[]): Promise<void> {
    const file = await openPlainFile(folder, parts.at(-1) ?? '');
    if (!file) return;
    try {
      const name = parts.join('/');
      const { size, mtime } = await file.stat();
      this.#bytes += size;
      if (this.#bytes > this.#limits.bytes) throw new ArchiveError('bytes');
      const hash = createHash('sha256');
      const entry = this.#pack.entry({ name, size, mtime, mode: 0o600 }).on('error', heardInStream);
      // Of a file that grows, what was there at first.
      for await (const piece of piecesOf(file, size)) {
        hash.update(piece);
        if (!entry.write(piece)) await once(entry, 'drain', { signal: this.#ended });
      }
      entry.end(null);
      await finished(entry, { signal: this.#ended });
      this.#files.set(name, { bytes: size, sha256: hash.digest('hex') });
    } finally {
      await file.close();
    }
  }

  #check(parts: string[]): void {
    this.#entries += 1;
    if (this.#entries > this.#limits.entries) throw new ArchiveError('entries');
    if (parts.length > this.#limits.depth) throw new ArchiveError('depth', parts.join('/'));
  }
}

async function* piecesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const { bytesRead, buffer } = await file.read(
      Buffer.allocUnsafe(Math.min(pieceBytes, size - at)),
      0,
      undefined,
      at,
    );
    if (bytesRead === 0) throw new Error('a file became shorter while it was read');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
