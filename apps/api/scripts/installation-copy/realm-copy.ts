import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { RealmRuntime } from '@realmkeep/runtime';
import { type PackedFile, readPacked, writePacked } from './packed.ts';
import { type Owner, packFolder, unpackFolder } from './tar.ts';

/** What a copy holds of a realm; null where there is none: it has no folder, or no world, yet. */
export interface RealmCopy {
  id: string;
  number: number;
  world: PackedFile | null;
  /** All else in its folder. */
  files: PackedFile | null;
}

interface Place {
  runtime: RealmRuntime;
  /** Where the realms' folders are. */
  realms: string;
  /** Where the copies are. */
  folder: string;
}

/** The world at one moment, from a realm that may run, and then all else in its folder. */
export async function copyRealm(
  { runtime, realms, folder }: Place,
  realm: { id: string; number: number },
): Promise<RealmCopy> {
  const { id } = realm;
  const owner = ownerOf(join(realms, id));
  if (owner === null) return { ...realm, world: null, files: null };
  const worlds = runtime.worlds(id);
  const scratch = randomUUID();
  try {
    const hasWorld = lstatSync(join(realms, id, 'world'), { throwIfNoEntry: false })?.isDirectory() === true;
    if (hasWorld) await worlds.copy(scratch, '{}');
    const world = hasWorld
      ? await writePacked(join(folder, `${id}.world.zst`), await worlds.pack(scratch), true)
      : null;
    const files = await packFolder(join(realms, id), [...leftOut, '.'], join(folder, `${id}.files.zst`), owner);
    return { ...realm, world, files };
  } finally {
    await worlds.drop(scratch);
  }
}

/** Puts a realm's folder and world back where neither is. */
export async function restoreRealm(
  { runtime, realms, folder }: Place,
  { id, number, world, files }: RealmCopy,
): Promise<void> {
  if (files === null) return;
  await runtime.prepare(id, number);
  const owner = ownerOf(join(realms, id));
  if (owner === null) throw new Error(`the folder of realm ${id} could not be made`);
  await unpackFolder(join(folder, `${id}.files.zst`), join(realms, id), owner);
  if (world === null) return;
  const scratch = randomUUID();
  const worlds = runtime.worlds(id);
  try {
    await worlds.unpack(scratch, readPacked(join(folder, `${id}.world.zst`), true));
    await worlds.exchange(scratch);
  } finally {
    await worlds.drop(scratch);
  }
}

/** Scratch folders, the world, which is copied apart, and what is of one run. */
const leftOut = ['--exclude=./world', '--exclude=./.world-*', '--exclude=./spec.json*'];

function ownerOf(folder: string): Owner | null {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found ? { uid: found.uid, gid: found.uid } : null;
}
