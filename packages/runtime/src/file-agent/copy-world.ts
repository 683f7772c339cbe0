import { constants, type Stats } from 'node:fs';
import { copyFile, type FileHandle, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inFolder, openItself, openFolder } from '@realmkeep/safe-fs';
import type { CopiedWorld } from '../worlds.ts';
import { DiskRoom } from './disk-room.ts';
import { maxDepth } from './file-path.ts';
import { walkTo } from './walk.ts';
import { besideWorld, newScratch } from './world-scratch.ts';

const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;

/** Far more than any world; a larger one has filled the disk already. Bytes are those on the disk. */
const limits = { files: 200_000, bytes: 64 * 1024 ** 3 };
const maxNamed = 20;

/** The fencing token belongs to the present world: a restored one takes it over. */
const notCopied = new Set(['lease', 'lease.new']);

/** A folder being copied: source, destination, and its path in the realm's folder. */
interface Pair {
  from: FileHandle;
  into: FileHandle;
  path: string;
}

/**
 * Copies the world, and the folders that go with it, into the scratch folder, without links, devices, and unreadable files. Nobody
 * may write to the world meanwhile. @throws FilesError disk_full
 */
export async function copyWorld(root: FileHandle, id: string, settings: string): Promise<CopiedWorld> {
  await using scratch = await newScratch(root, id);
  await writeFile(inFolder(scratch, 'settings.json'), settings, { mode: 0o600 });
  await mkdir(inFolder(scratch, 'world'), 0o700);
  const copying = new Copying(new DiskRoom(root));
  await using from = await walkTo(root, ['world']);
  await using into = await walkTo(scratch, ['world']);
  await copying.copyFolder({ from, into, path: 'world' }, 1, notCopied);
  const others = (await readdir(inFolder(root, '.'))).filter((name) => !besideWorld.has(name));
  await copying.copyFolder({ from: root, into: scratch, path: '' }, 0, new Set(others));
  return copying.copied;
}

class Copying {
  readonly copied: CopiedWorld = { bytes: 0, files: 0, leftOut: [] };
  readonly #room: DiskRoom;
  #onDisk = 0;

  constructor(room: DiskRoom) {
    this.#room = room;
  }

  /** @param depth the names in the folder's path: as many as may be made from outside are copied */
  async copyFolder(pair: Pair, depth: number, skipped: ReadonlySet<string> = new Set()): Promise<void> {
    for (const item of await readdir(inFolder(pair.from, '.'), { withFileTypes: true })) {
      if (skipped.has(item.name)) continue;
      if (item.isDirectory()) await this.#copyInner(pair, item.name, depth);
      else if (item.isFile()) await this.#copyFile(pair, item.name);
    }
  }

  async #copyInner({ from, into, path }: Pair, name: string, depth: number): Promise<void> {
    if (depth >= maxDepth) throw new Error('the world has too many folders in folders');
    await using inner = await this.#opened(openFolder(inFolder(from, name)), join(path, name));
    if (inner === null) return;
    await mkdir(inFolder(into, name), 0o700);
    await using copied = await walkTo(into, [name]);
    await this.copyFolder({ from: inner, into: copied, path: join(path, name) }, depth + 1);
  }

  async #copyFile({ from, into, path }: Pair, name: string): Promise<void> {
    const opened = openItself(inFolder(from, name));
    await using file = await this.#opened(opened, join(path, name));
    const stat = await file?.stat();
    if (!file || !stat?.isFile()) return;
    this.copied.files += 1;
    this.copied.bytes += stat.size;
    const bytes = hasHoles(stat) ? stat.blocks * 512 : stat.size;
    this.#onDisk += bytes;
    // Before it is copied.
    if (this.copied.files > limits.files || this.#onDisk > limits.bytes) throw new Error('the world is too large');
    await this.#room.take(bytes);
    if (hasHoles(stat)) return copyHoles(file, into, name);
    // Where the file system can, nothing is copied but the reference.
    await copyFile(`/proc/self/fd/${file.fd}`, inFolder(into, name), COPYFILE_EXCL | COPYFILE_FICLONE);
  }

  /** null: it may not be read, or it is gone or another thing by now, as what lies beside the world may be. */
  #opened(opened: Promise<FileHandle>, path: string): Promise<FileHandle | null> {
    return opened.catch((error: NodeJS.ErrnoException) => {
      // What is no UTF-8 was read as another name than it has.
      const isUnnameable = error.code === 'ENOENT' && path.includes('\ufffd');
      if (isUnnameable || error.code === 'EACCES' || error.code === 'EPERM') {
        if (this.copied.leftOut.length < maxNamed) this.copied.leftOut.push(path);
      } else if (!['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO'].includes(error.code ?? '')) throw error;
      return null;
    });
  }
}

/** Copying less costs less than starting a process. */
const worthIt = 1024 * 1024;

/** Whether a file is so sparse that a plain copy would fill the disk, or take long, with zeros. */
function hasHoles({ size, blocks }: Pick<Stats, 'size' | 'blocks'>): boolean {
  return size - blocks * 512 >= worthIt;
}

/** Copies such a file, its holes remaining: Node knows no SEEK_HOLE (lseek(2)), cp(1) does. */
async function copyHoles(file: FileHandle, into: FileHandle, name: string): Promise<void> {
  const [from, folder] = [3, 4];
  const args = ['--sparse=auto', '--reflink=auto', '--', `/proc/self/fd/${from}`, `/proc/self/fd/${folder}/${name}`];
  const cp = spawn('cp', args, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit', file.fd, into.fd] });
  const [code] = (await once(cp, 'close')) as [number | null];
  if (code !== 0) throw new Error('a file with holes could not be copied');
}
