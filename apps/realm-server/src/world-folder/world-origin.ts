import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';
import type { OfficialMap } from '../maps/official-map.ts';
import { findOfficialMap, OFFICIAL_SEED } from '../maps/official-maps.ts';
import { ownMap } from '../maps/own-map.ts';
import { isInteger, isRecord } from '../control/settings.ts';

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
export async function worldOrigin(worldFolder: string, mapName: string, assertLease: () => void): Promise<Origin> {
  const path = join(worldFolder, 'map.json');
  const stored = await readIfThere(path);
  if (stored !== null) return parse(stored);
  const map = officialMap(mapName);
  assertLease();
  await writeDurably(path, JSON.stringify({ map: map.name, seed: OFFICIAL_SEED }));
  return { map, seed: OFFICIAL_SEED };
}

function parse(text: string): Origin {
  const stored: unknown = JSON.parse(text);
  if (isRecord(stored) && isPlace(stored['own'])) return { map: ownMap(stored['own']), seed: OFFICIAL_SEED };
  if (!isRecord(stored) || typeof stored['map'] !== 'string' || !isInteger(stored['seed'], 0, 0xffffffff)) {
    throw new Error('world/map.json cannot be used');
  }
  return { map: officialMap(stored['map']), seed: stored['seed'] };
}

function officialMap(name: string): OfficialMap {
  const map = findOfficialMap(name);
  if (!map) throw new Error(`there is no map ${name}`);
  return map;
}

/** Within the world that the game itself knows, with room for a player in its height. */
function isPlace(value: unknown): value is { x: number; y: number; z: number } {
  if (!isRecord(value)) return false;
  const farthest = 29_999_984;
  const { x, y, z } = value;
  return isInteger(x, -farthest, farthest) && isInteger(y, 1, 254) && isInteger(z, -farthest, farthest);
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
