import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { RealmRuntime, RealmWorlds } from '@realmkeep/runtime';
import { openFolder } from '@realmkeep/safe-fs';
import { type PackedFile, readPacked } from './packed.ts';
import { atSignal } from './at-signal.ts';
import { NotCopied, printable } from './bounded-child.ts';
import type { CopiedRealm } from './database-copy.ts';
import { givenFolder, type Owner, packHostile, unpackFolder } from './tar.ts';

/** What a copy holds of a realm; null where there is none: it has no folder yet, or it is left out. */
export interface RealmCopy {
  id: string;
  number: number;
  /** In copies of before: the world as a realm's backup has it. Now it is among the files. */
  world: PackedFile | null;
  /** All in its folder. */
  files: PackedFile | null;
  /** What is missing from the copy or damaged, and why: one line each. */
  leftOut?: string[];
}

interface Place {
  runtime: RealmRuntime;
  /** Where the realms' folders are. */
  realms: string;
  /** Where the copies are. */
  folder: string;
}

/** Scratch folders, and files of a single run. */
const ofOneRun = ['--exclude=./.world-*', '--exclude=./spec.json*'];

/** The most per realm; anything beyond is left out. */
const bound = { bytes: 64 * 1024 ** 3, ms: 60 * 60_000 };

/**
 * Copies a realm, which may be running: its world as of one moment, with everything else in its folder. The copy records what could not be copied.
 * @throws faults that are not the realm's, such as a full disk
 */
export async function copyRealm(
  { runtime, realms, folder }: Place,
  { id, number, hasBegun, onHost }: CopiedRealm,
): Promise<RealmCopy & { leftOut: string[] }> {
  const place = join(realms, id);
  const owner = ownerOf(place);
  const none = { id, number, world: null, files: null };
  if (owner === null) {
    const isLost = hasBegun && !onHost;
    return { ...none, leftOut: isLost ? ['all of its files: they are not in the data folder'] : [] };
  }
  const scratch = randomUUID();
  const worlds = runtime.worlds(id);
  const drop = () => worlds.drop(scratch).catch(() => undefined);
  const forget = atSignal(drop);
  const { world, leftOut } = await copyWorld(worlds, place, scratch);
  try {
    const copied = world ? ['--exclude=./world', '-C', givenFolder, 'world'] : [];
    const args = [...ofOneRun, ...copied, '-C', place, '.'];
    const path = join(folder, `${id}.files.zst`);
    const packed = await packHostile(args, path, { owner, bound, given: world?.fd ?? null });
    return { ...none, files: packed.file, leftOut: [...leftOut, ...packed.leftOut] };
  } catch (error) {
    if (!(error instanceof NotCopied)) throw error;
    return { ...none, leftOut: [`all of its files: ${error.message}`] };
  } finally {
    await world?.close();
    // What its realm keeps from being removed is its own.
    await drop();
    forget();
  }
}

/** Opens a copy of the world as it is at one moment; null: there is no world, or no such copy can be made. */
async function copyWorld(
  worlds: RealmWorlds,
  place: string,
  scratch: string,
): Promise<{ world: FileHandle | null; leftOut: string[] }> {
  if (!lstatSync(join(place, 'world'), { throwIfNoEntry: false })?.isDirectory()) return { world: null, leftOut: [] };
  try {
    const copied = await worlds.copy(scratch, '{}');
    const world = await openFolder(join(place, `.world-${scratch}`));
    // What lies beside the world is copied, and named, apart.
    const leftOut = copied.leftOut.filter((path) => path.startsWith('world/'));
    return { world, leftOut: leftOut.map((path) => `./${printable(path)}: cannot be read`) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { world: null, leftOut: [`its world is not of one moment: ${printable(reason)}`] };
  }
}

/** Says what of realms is not in the copy. @returns of how many */
export function tellLeftOut(realms: readonly RealmCopy[]): number {
  const lacking = realms.filter(({ leftOut = [] }) => leftOut.length > 0);
  for (const { id, leftOut = [] } of lacking) {
    console.error(`Of realm ${id} this is not in the copy:`);
    for (const line of leftOut) console.error(`  ${line}`);
  }
  return lacking.length;
}

/** Puts a realm's folder and world back where neither is. @throws Error when something is not back */
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

function ownerOf(folder: string): Owner | null {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found ? { uid: found.uid, gid: found.uid } : null;
}
