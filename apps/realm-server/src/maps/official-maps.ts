import { canyon } from './canyon.ts';
import { islands } from './islands.ts';
import { meadow } from './meadow.ts';
import type { OfficialMap } from './official-map.ts';

/** Every official map, in the order in which they are offered. */
export const officialMaps: readonly OfficialMap[] = [meadow, islands, canyon];

/** All realms of a map begin with the same world, the one in its picture. */
export const officialSeed = 2026;

export function findOfficialMap(name: string): OfficialMap | undefined {
  return officialMaps.find((map) => map.name === name);
}
