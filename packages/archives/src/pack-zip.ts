import { once } from 'node:events';
import { type FileHandle, readdir } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import { inFolder, isPlainName, openFolder, openPlainFile } from '@realmkeep/safe-fs';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveLimits } from './archive-limits.ts';

/**
 * A zip archive of all that is in an open folder (`openFolder`), while it is made: nothing is kept in memory or on the disk. Links
 * and devices are left out. The folder may be closed once the stream has ended or was destroyed.
 * @param names of the entries of the folder itself that it is of; all without
 * @returns a stream that fails with an ArchiveError, or with a disk error
 */
export function packZip(
  folder: FileHandle,
  limits: Omit<ArchiveLimits, 'ratio'>,
  names?: ReadonlySet<string>,
): Readable {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  const packing = new Packing(zip, limits, output);
  zip.outputStream.pipe(output);
  zip.on('error', (error: Error) => output.destroy(error));
  packing.addFolder(folder, [], names).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

class Packing {
  readonly #zip: yazl.ZipFile;
  readonly #limits: Omit<ArchiveLimits, 'ratio'>;
  readonly #output: Readable;
  #entries = 0;
  #bytes = 0;

  constructor(zip: yazl.ZipFile, limits: Omit<ArchiveLimits, 'ratio'>, output: Readable) {
    this.#zip = zip;
    this.#limits = limits;
    this.#output = output;
  }

  async addFolder(folder: FileHandle, way: string[], names?: ReadonlySet<string>): Promise<void> {
    for (const item of await readdir(inFolder(folder, '.'), { withFileTypes: true })) {
      if (this.#output.destroyed) return;
      if (names?.has(item.name) === false) continue;
      if (!item.isFile() && !item.isDirectory()) continue;
      const parts = [...way, item.name];
      this.#check(parts);
      if (item.isFile()) {
        await this.#addFile(folder, parts);
        continue;
      }
      this.#zip.addEmptyDirectory(parts.join('/'));
      const inner = await openFolder(inFolder(folder, item.name));
      try {
        await this.addFolder(inner, parts);
      } finally {
        await inner.close();
      }
    }
  }

  async #addFile(folder: FileHandle, parts: string[]): Promise<void> {
    const file = await openPlainFile(folder, parts.at(-1) ?? '');
    if (!file) return;
    const { mtime } = await file.stat();
    const content = Readable.from(this.#counted(file));
    const abandon = (): void => void content.destroy();
    this.#output.once('close', abandon);
    this.#zip.addReadStream(content, parts.join('/'), { mtime, mode: 0o100600 });
    // One file after the other: that many are open at once.
    await once(content, 'close');
    this.#output.off('close', abandon);
  }

  async *#counted(file: FileHandle): AsyncGenerator<Buffer> {
    for await (const piece of file.createReadStream() as AsyncIterable<Buffer>) {
      this.#bytes += piece.length;
      if (this.#bytes > this.#limits.bytes) throw new ArchiveError('bytes');
      yield piece;
    }
  }

  #check(parts: string[]): void {
    this.#entries += 1;
    if (this.#entries > this.#limits.entries) throw new ArchiveError('entries');
    if (parts.length > this.#limits.depth) throw new ArchiveError('depth', parts.join('/'));
    if (!isPlainName(parts.at(-1) ?? '')) throw new ArchiveError('name_invalid', parts.join('/'));
  }
}
