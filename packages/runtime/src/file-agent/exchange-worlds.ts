import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inFolder, openItself } from '@realmkeep/safe-fs';
import { besideWorld, openScratch } from './world-scratch.ts';

/** In the scratch folder: the unpacked world, and the former one. */
const [unpacked, kept] = ['world', 'kept'];

/**
 * Two renames, in an order that shows after a kill which of them were done: the present world into the scratch folder, then the
 * unpacked one out of it. Before that, the same with the folders beside the world, as far as they are in the archive: with one made
 * when archives had only the world, they stay.
 */
export async function exchangeWorlds(root: FileHandle, id: string): Promise<void> {
  await using scratch = await openScratch(root, id);
  for (const name of besideWorld) await exchangeOne(root, scratch, name);
  if (!isThere(scratch, unpacked)) return;
  const present = isThere(scratch, kept) ? kept : null;
  // No start that the present world has refused may write the other one.
  const token = await fencingTokenOf(present === null ? inFolder(root, 'world') : inFolder(scratch, present));
  if (token !== null) await writeFencingToken(inFolder(scratch, unpacked), token);
  if (present === null && isThere(root, 'world')) await rename(inFolder(root, 'world'), inFolder(scratch, kept));
  await scratch.sync();
  await bring(root, scratch, unpacked, 'world');
}

async function exchangeOne(root: FileHandle, scratch: FileHandle, name: string): Promise<void> {
  if (!isThere(scratch, name)) return;
  const before = keptOf(name);
  if (!isThere(scratch, before)) {
    if (isThere(root, name)) await rename(inFolder(root, name), inFolder(scratch, before));
    else await mkdir(inFolder(scratch, addedOf(name)), { recursive: true });
  }
  await scratch.sync();
  await bring(root, scratch, name, name);
}

/** Under what name it is kept in the scratch folder. */
function keptOf(name: string): string {
  return `${kept}-${name}`;
}

/** A folder of this name says that there was nothing before. */
function addedOf(name: string): string {
  return `added-${name}`;
}

/** Puts the world from before back. Without one there, nothing was exchanged, or all is put back already. */
export async function putWorldBack(root: FileHandle, id: string): Promise<void> {
  await using scratch = await openScratch(root, id);
  for (const name of besideWorld) {
    if (isThere(scratch, keptOf(name))) await bring(root, scratch, keptOf(name), name);
    else if (isThere(scratch, addedOf(name)) && !isThere(scratch, name) && isThere(root, name))
      await rename(inFolder(root, name), inFolder(scratch, name));
  }
  if (!isThere(scratch, kept)) return;
  const token = await fencingTokenOf(inFolder(root, 'world'));
  if (token !== null) await writeFencingToken(inFolder(scratch, kept), token);
  await bring(root, scratch, kept, 'world');
}

/** Gives what lies in the scratch folder its name in the realm's. What has taken the name meanwhile goes into the scratch folder. */
async function bring(root: FileHandle, scratch: FileHandle, from: string, name: string): Promise<void> {
  // A link or a file too: a realm may have left anything there.
  if (lstatSync(inFolder(root, name), { throwIfNoEntry: false }) !== undefined) {
    await rename(inFolder(root, name), inFolder(scratch, `away-${randomUUID()}`));
  }
  await rename(inFolder(scratch, from), inFolder(root, name));
  await root.sync();
  await scratch.sync();
}

function isThere(folder: FileHandle, name: string): boolean {
  const stat = lstatSync(inFolder(folder, name), { throwIfNoEntry: false });
  return stat?.isDirectory() === true || (stat?.isFile() === true && name !== 'world');
}

/** Null if there is no valid one; never blocks on a pipe, or reads an endless file. */
async function fencingTokenOf(world: string): Promise<string | null> {
  const path = join(world, 'lease');
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  await using file = await openItself(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0);
  const token = buffer.toString('utf8', 0, bytesRead);
  return /^\d+\n?$/.test(token) ? token : null;
}

/** Writes it into a world that no realm uses yet. */
async function writeFencingToken(world: string, token: string): Promise<void> {
  const path = join(world, 'lease');
  await rm(path, { recursive: true, force: true });
  await using file = await open(path, 'wx', 0o644);
  await file.writeFile(token);
  await file.sync();
}
