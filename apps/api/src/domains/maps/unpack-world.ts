import { type FileHandle, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type ArchiveEntry, ArchiveError, type ArchiveLimits, readZip, writeEntries } from '@realmkeep/archives';
import { inFolder, makeFolder, openBelow, openPlainFile } from '@realmkeep/safe-fs';
import { AppError } from '../../http/app-error.ts';
import { type Level, maxLevelBytes, readLevel } from './level.ts';
import { checkRegion } from './region-check.ts';

const mebibyte = 1024 * 1024;
export const worldLimits: ArchiveLimits = { entries: 20_000, depth: 12, bytes: 512 * mebibyte, ratio: 200 };
const regionName = /^r\.(-?\d{1,6})\.(-?\d{1,6})\.mca$/;

/** The other dimensions: the game's folder for each within the world, and Bukkit's suffix for a folder beside the world's. */
const dimensions = [
  { inner: 'DIM-1', suffix: '_nether' },
  { inner: 'DIM1', suffix: '_the_end' },
] as const;

/** Where an archive has its world. */
interface Way {
  /** The folders on the way to the overworld's. */
  parts: string[];
  /** Those of `dimensions` that lie beside it. */
  beside: ReadonlySet<string>;
}

interface Found {
  /** Of the region files. */
  bytes: number;
  chunks: number;
}

interface World extends Found {
  spawn: Level['spawn'];
}

/**
 * Unpacks the land of an archived world into an open folder, and checks the overworld: `level.dat`, `region/` and `map.json`, which is made
 * here for the kernel. The other dimensions are arranged as in the game, `DIM-1/region/` and `DIM1/region/`. Java servers read land of
 * any earlier version; the built-in one generates again what it cannot read. Everything else in the archive is ignored.
 * @throws AppError realm_map_archive, realm_map_world, realm_map_version, realm_map_size
 */
export async function unpackWorld(archive: FileHandle, into: FileHandle): Promise<World> {
  try {
    const way = await wayToWorld(archive);
    await writeEntries(worldFiles(readZip(archive, worldLimits), way), into);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    if (error.code === 'bytes') throw new AppError('realm_map_size', { limit: worldLimits.bytes / mebibyte });
    throw new AppError('realm_map_archive');
  }
  const level = inFolder(into, 'level.dat');
  if ((await stat(level)).size > maxLevelBytes) throw new AppError('realm_map_world');
  const { spawn } = await readLevel(await readFile(level));
  const found = await lookThrough(into, spawn);
  await writeFile(inFolder(into, 'map.json'), JSON.stringify({ own: spawn }), { flag: 'wx', mode: 0o600 });
  return { ...found, spawn };
}

/** To the folder with level.dat, the nearest if there are several; Bukkit's of other dimensions have one too, and are none of their own. */
async function wayToWorld(archive: FileHandle): Promise<Way> {
  let ways: string[][] = [];
  const land = new Set<string>();
  for await (const { parts } of readZip(archive, worldLimits)) {
    if (parts.at(-1) === 'level.dat') ways.push(parts.slice(0, -1));
    if (parts.at(-2) === 'region' && regionName.test(parts.at(-1) ?? '')) land.add(parts.slice(0, -2).join('/'));
  }
  const nearest = Math.min(...ways.map(({ length }) => length));
  ways = ways.filter(({ length }) => length === nearest);
  const names = new Set(ways.map((way) => way.join('/')));
  const isWorld = (way: string[]) =>
    dimensions.every(
      ({ suffix }) => !way.at(-1)?.endsWith(suffix) || !names.has(way.join('/').slice(0, -suffix.length)),
    );
  const [way, another] = ways.filter(isWorld);
  if (!way || another) throw new AppError('realm_map_world');
  const beside = dimensions.filter(({ inner, suffix }) => land.has(`${way.join('/')}${suffix}/${inner}`));
  return { parts: way, beside: new Set(beside.map(({ inner }) => inner)) };
}

/** The files of a world that are kept, with their names in the world's folder. */
async function* worldFiles(entries: AsyncIterable<ArchiveEntry>, way: Way): AsyncGenerator<ArchiveEntry> {
  for await (const { parts, content } of entries) {
    const kept = content && placeOf(parts, way);
    if (kept) yield { parts: kept, content };
  }
}

/** Where a file of the archive belongs in the world's folder; null: nowhere. */
function placeOf(parts: string[], { parts: way, beside }: Way): string[] | null {
  const path = parts.join('/');
  const world = way.join('/');
  const start = world === '' ? '' : `${world}/`;
  if (path === `${start}level.dat`) return ['level.dat'];
  const name = parts.at(-1) ?? '';
  if (!regionName.test(name)) return null;
  if (path === `${start}region/${name}`) return ['region', name];
  for (const { inner, suffix } of dimensions) {
    const from = beside.has(inner) ? `${world}${suffix}/` : start;
    if (path === `${from}${inner}/region/${name}`) return [inner, 'region', name];
  }
  return null;
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
  for (const { inner } of dimensions) found.bytes += await bytesOf(into, inner);
  return found;
}

/** What the region files of a dimension take that may not be there. */
async function bytesOf(into: FileHandle, inner: string): Promise<number> {
  if (!(await readdir(inFolder(into, '.'))).includes(inner)) return 0;
  await using folder = await openBelow(into, [inner, 'region']);
  const sizes = (await readdir(inFolder(folder, '.'))).map(async (name) => (await stat(inFolder(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
