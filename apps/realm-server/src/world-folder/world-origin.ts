import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeDurably } from './durable-file.ts';
import type { OfficialMap } from '../maps/official-map.ts';
import { findOfficialMap, officialSeed } from '../maps/official-maps.ts';
import { ownMap } from '../maps/own-map.ts';

/** The farthest that the game itself knows. */
const horizontal = z.int().check(z.minimum(-29_999_984), z.maximum(29_999_984));
/** With room for a player below the top. */
const vertical = z.int().check(z.minimum(1), z.maximum(254));

const StoredOrigin = z.union([
  z.object({ own: z.object({ x: horizontal, y: vertical, z: horizontal }) }),
  z.object({ map: z.string(), seed: z.int().check(z.minimum(0), z.maximum(0xffffffff)) }),
]);

const originFile = 'map.json';

interface Origin {
  map: OfficialMap;
  seed: number;
}

/**
 * The map and the seed of the world in this folder, kept in world/map.json: `{"map", "seed"}` of an official map, or
 * `{"own": {"x", "y", "z"}}`, the spawn point of a world that was brought along.
 * @param mapName what a new world is made of; a world that is there keeps its own.
 * @throws when there is no such map, or the file cannot be read.
 */
export async function worldOrigin(worldFolder: string, mapName: string, assertClaim: () => void): Promise<Origin> {
  const stored = await storedOrigin(worldFolder);
  if (stored) return stored;
  const map = officialMap(mapName);
  assertClaim();
  await writeDurably(join(worldFolder, originFile), JSON.stringify({ map: map.name, seed: officialSeed }));
  return { map, seed: officialSeed };
}

/** The same of a world that is there; null where nothing is kept. */
export async function storedOrigin(worldFolder: string): Promise<Origin | null> {
  const stored = await readIfThere(join(worldFolder, originFile));
  return stored === null ? null : parse(stored);
}

function parse(text: string): Origin {
  const { success, data } = StoredOrigin.safeParse(JSON.parse(text));
  if (!success) throw new Error('world/map.json cannot be used');
  if ('own' in data) return { map: ownMap(data.own), seed: officialSeed };
  return { map: officialMap(data.map), seed: data.seed };
}

function officialMap(name: string): OfficialMap {
  const map = findOfficialMap(name);
  if (!map) throw new Error(`there is no map ${name}`);
  return map;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
