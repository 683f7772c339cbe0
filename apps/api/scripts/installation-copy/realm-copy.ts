import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RealmRuntime } from '@realmkeep/runtime';
import { type PackedFile, readPacked, writePacked } from './packed.ts';

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
  const uid = ownerOf(join(realms, id));
  if (uid === null) return { ...realm, world: null, files: null };
  const worlds = runtime.worlds(id);
  const scratch = randomUUID();
  try {
    const hasWorld = lstatSync(join(realms, id, 'world'), { throwIfNoEntry: false })?.isDirectory() === true;
    if (hasWorld) await worlds.copy(scratch, '{}');
    const world = hasWorld
      ? await writePacked(join(folder, `${id}.world.zst`), await worlds.pack(scratch), true)
      : null;
    const files = await packFiles(join(realms, id), uid, join(folder, `${id}.files.zst`));
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
  const uid = ownerOf(join(realms, id));
  if (uid === null) throw new Error(`the folder of realm ${id} could not be made`);
  const tar = asUser(uid, ['-C', join(realms, id), '-xf', '-']);
  const ended = once(tar, 'close');
  await pipeline(readPacked(join(folder, `${id}.files.zst`)), tar.stdin);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the files of realm ${id} could not be unpacked`);
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

/** Everything but the world, which changes, and scratch folders. A file that changes meanwhile is as it is then. */
async function packFiles(dir: string, uid: number, path: string): Promise<PackedFile> {
  const tar = asUser(uid, [
    '-C',
    dir,
    '--exclude=./world',
    '--exclude=./.world-*',
    '--exclude=./spec.json*',
    '-cf',
    '-',
    '.',
  ]);
  tar.stdin.end();
  const ended = once(tar, 'close');
  const file = await writePacked(path, tar.stdout);
  const [code] = (await ended) as [number | null];
  // 1: something has changed while it was read.
  if (code !== 0 && code !== 1) throw new Error(`${dir} could not be read`);
  return file;
}

/** tar(1) with the realm's own rights: what lies in a realm's folder is hostile, and may turn into links meanwhile. */
function asUser(uid: number, args: string[]): ChildProcessByStdio<Writable, Readable, null> {
  const words = ['--no-same-owner', '--warning=no-file-changed', ...args];
  const user = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--no-new-privs', '--', 'tar'];
  const [program = '', ...all] = process.getuid?.() === 0 ? ['setpriv', ...user, ...words] : ['tar', ...words];
  return spawn(program, all, { cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] });
}

function ownerOf(folder: string): number | null {
  return lstatSync(folder, { throwIfNoEntry: false })?.uid ?? null;
}
