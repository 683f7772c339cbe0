import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RealmSpawn, RealmSpec } from '@realmkeep/realm-protocol';
import * as z from 'zod/mini';
import { writeDurably } from './durable-file.ts';
import type { OfficialMap } from '../maps/official-map.ts';
import { findOfficialMap, officialSeed } from '../maps/official-maps.ts';
import { ownMap } from '../maps/own-map.ts';
import { seedNumber } from '../maps/seed-number.ts';

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
 * `{"own": {"x", "y", "z"}}`, the spawn point of a world that was brought along, or made by the game's own server.
 * @param made what a new world is made of; a world that is there keeps its own.
 * @throws when there is no such map, or the file cannot be read.
 */
export async function worldOrigin(
  worldFolder: string,
  made: Pick<RealmSpec, 'map' | 'seed'>,
  assertClaim: () => void,
): Promise<Origin> {
  const stored = await storedOrigin(worldFolder);
  if (stored) return stored;
  const map = officialMap(made.map);
  const seed = made.seed === undefined ? officialSeed : Number(BigInt.asUintN(32, seedNumber(made.seed)));
  assertClaim();
  await writeOrigin(worldFolder, { map: map.name, seed });
  return { map, seed };
}

/** Keeps where players appear in a world that the game's own server has made: the border stays around it. */
export function keepOwnOrigin(worldFolder: string, { x, y, z }: RealmSpawn): Promise<void> {
  return writeOrigin(worldFolder, { own: { x, y: Math.min(254, Math.max(1, y)), z } });
}

function writeOrigin(worldFolder: string, origin: z.infer<typeof StoredOrigin>): Promise<void> {
  return writeDurably(join(worldFolder, originFile), JSON.stringify(origin));
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
