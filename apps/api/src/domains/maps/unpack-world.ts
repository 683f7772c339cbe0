import { type FileHandle, readdir, readFile, writeFile } from 'node:fs/promises';
import { type ArchiveEntry, ArchiveError, type ArchiveLimits, readZip, writeEntries } from '@realmkeep/archives';
import { inFolder, makeFolder, openPlainFile } from '@realmkeep/safe-fs';
import { AppError } from '../../http/app-error.ts';
import { type Level, readLevel } from './level.ts';
import { checkRegion } from './region-check.ts';

const mebibyte = 1024 * 1024;
const limits: ArchiveLimits = { entries: 20_000, depth: 12, bytes: 512 * mebibyte, ratio: 200 };
const regionName = /^r\.(-?\d{1,6})\.(-?\d{1,6})\.mca$/;

interface Found {
  /** Of the region files. */
  bytes: number;
  chunks: number;
}

/**
 * Unpacks the overworld of an archived world into an open folder, and looks through it: `level.dat`, `region/` and, made here for
 * the kernel, `map.json`. All else in the archive stays packed.
 * @throws AppError realm_map_archive, realm_map_world, realm_map_version, realm_map_size
 */
export async function unpackWorld(archive: FileHandle, into: FileHandle): Promise<Found> {
  try {
    const way = await wayToWorld(archive);
    await writeEntries(worldFiles(readZip(archive, limits), way), into);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    if (error.code === 'bytes') throw new AppError('realm_map_size', { limit: limits.bytes / mebibyte });
    throw new AppError('realm_map_archive');
  }
  const { spawn } = await readLevel(await readFile(inFolder(into, 'level.dat')));
  const found = await lookThrough(into, spawn);
  await writeFile(inFolder(into, 'map.json'), JSON.stringify({ own: spawn }), { flag: 'wx', mode: 0o600 });
  return found;
}

/** The folders on the way to the world: that with level.dat, the nearest if there are several. */
async function wayToWorld(archive: FileHandle): Promise<string[]> {
  let ways: string[][] = [];
  for await (const { parts } of readZip(archive, limits)) {
    if (parts.at(-1) === 'level.dat') ways.push(parts.slice(0, -1));
  }
  const nearest = Math.min(...ways.map(({ length }) => length));
  ways = ways.filter(({ length }) => length === nearest);
  const [way] = ways;
  if (!way || ways.length > 1) throw new AppError('realm_map_world');
  return way;
}

/** What is kept of a world, by its names in the world's folder. */
async function* worldFiles(entries: AsyncIterable<ArchiveEntry>, way: string[]): AsyncGenerator<ArchiveEntry> {
  for await (const { parts, content } of entries) {
    const [first = '', second, ...more] = parts.slice(way.length);
    if (content === null || more.length > 0 || !way.every((part, at) => parts[at] === part)) continue;
    if (second === undefined && first === 'level.dat') yield { parts: [first], content };
    if (first === 'region' && regionName.test(second ?? '')) yield { parts: [first, second ?? ''], content };
  }
}

/** @throws AppError realm_map_world unless there is something at the spawn point to stand on, and those of `checkRegion` */
async function lookThrough(into: FileHandle, spawn: Level['spawn']): Promise<Found> {
  const found: Found = { bytes: 0, chunks: 0 };
  let hasSpawn = false;
  await using folder = await makeFolder(into, ['region']);
  for (const name of await readdir(inFolder(folder, '.'))) {
    await using file = await openPlainFile(folder, name);
    if (!file) throw new Error('What was unpacked is no file');
    const [, x, z] = regionName.exec(name) ?? [];
    found.bytes += (await file.stat()).size;
    const places = await checkRegion(file);
    found.chunks += places.length;
    const isHome = Number(x) === spawn.x >> 9 && Number(z) === spawn.z >> 9;
    hasSpawn ||= isHome && places.includes(((spawn.x >> 4) & 31) + ((spawn.z >> 4) & 31) * 32);
  }
  if (!hasSpawn) throw new AppError('realm_map_world');
  return found;
}
