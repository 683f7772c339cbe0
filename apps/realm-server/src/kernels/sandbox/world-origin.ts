import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../durable-file.ts';
import type { OfficialMap } from '../../maps/official-map.ts';
import { findOfficialMap, OFFICIAL_SEED } from '../../maps/official-maps.ts';
import { isInteger, isRecord } from '../../settings.ts';

/**
 * The map and the seed of the world in this folder, kept in world/map.json.
 * @param mapName what a new world is made of; a world that is there keeps its own.
 * @throws when there is no such map, or the file cannot be read.
 */
export async function worldOrigin(
  worldFolder: string,
  mapName: string,
  assertLease: () => void,
): Promise<{ map: OfficialMap; seed: number }> {
  const path = join(worldFolder, 'map.json');
  const stored = parse(await readIfThere(path));
  const map = findOfficialMap(stored?.map ?? mapName);
  if (!map) throw new Error(`there is no map ${stored?.map ?? mapName}`);
  if (stored) return { map, seed: stored.seed };
  assertLease();
  await writeDurably(path, JSON.stringify({ map: map.name, seed: OFFICIAL_SEED }));
  return { map, seed: OFFICIAL_SEED };
}

function parse(text: string | null): { map: string; seed: number } | null {
  if (text === null) return null;
  const stored: unknown = JSON.parse(text);
  if (!isRecord(stored) || typeof stored['map'] !== 'string' || !isInteger(stored['seed'], 0, 0xffffffff)) {
    throw new Error('world/map.json cannot be used');
  }
  return { map: stored['map'], seed: stored['seed'] };
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
