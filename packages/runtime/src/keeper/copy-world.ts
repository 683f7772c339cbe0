import { constants } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import type { WorldSize } from '../worlds.ts';
import { inFolder, walkTo } from './walk.ts';
import { besideWorld, newScratch } from './world-scratch.ts';

const { COPYFILE_EXCL, COPYFILE_FICLONE, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Far above every world; whoever has more has filled the disk already. */
const limits = { files: 200_000, depth: 30, bytes: 64 * 1024 ** 3 };

/** Of one start, and no other's: which lease a restored world has, the present one says. */
const notCopied = new Set(['lease', 'lease.new']);

/**
 * Copies the world, and what belongs to it beside it, into the scratch folder, links and devices left out. In the world nobody may write
 * meanwhile.
 */
export async function copyWorld(root: FileHandle, id: string, settings: string): Promise<WorldSize> {
  await using scratch = await newScratch(root, id);
  await writeFile(inFolder(scratch, 'settings.json'), settings, { mode: 0o600 });
  await mkdir(inFolder(scratch, 'world'), 0o700);
  const size = { bytes: 0, files: 0 };
  await using from = await walkTo(root, ['world']);
  await using into = await walkTo(scratch, ['world']);
  await copyFolder(from, into, size, 1, notCopied);
  const others = (await readdir(inFolder(root, '.'))).filter((name) => !besideWorld.has(name));
  await copyFolder(root, scratch, size, 1, new Set(others));
  return size;
}

async function copyFolder(
  from: FileHandle,
  into: FileHandle,
  size: WorldSize,
  depth: number,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const item of await readdir(inFolder(from, '.'), { withFileTypes: true })) {
    if (leftOut.has(item.name)) continue;
    const path = inFolder(into, item.name);
    if (item.isDirectory()) {
      if (depth >= limits.depth) throw new Error('the world has too many folders in folders');
      await mkdir(path, 0o700);
      await using inner = await walkTo(from, [item.name]);
      await using copied = await walkTo(into, [item.name]);
      await copyFolder(inner, copied, size, depth + 1);
    } else if (item.isFile()) {
      await using file = await open(inFolder(from, item.name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      const stat = await file.stat();
      if (!stat.isFile()) continue;
      size.files += 1;
      size.bytes += stat.size;
      // Before it is copied: of a file that is nothing but a hole, a copy fills the disk.
      if (size.files > limits.files || size.bytes > limits.bytes) throw new Error('the world is too large');
      // Where the file system can, nothing is copied but the reference.
      await copyFile(`/proc/self/fd/${file.fd}`, path, COPYFILE_EXCL | COPYFILE_FICLONE);
    }
  }
}
