import { canyon } from './canyon.ts';
import { flat } from './flat.ts';
import { islands } from './islands.ts';
import { meadow } from './meadow.ts';
import type { OfficialMap } from './official-map.ts';
import { survival } from './survival/survival.ts';
import { voidMap } from './void.ts';

/** Every official map, in the order in which they are offered. */
export const officialMaps: readonly OfficialMap[] = [meadow, islands, canyon];

/** What worlds are made by that have no picture. */
const generatedMaps: readonly OfficialMap[] = [flat, voidMap, survival];

/** Without a chosen seed, all realms of a map begin with the same world, the one in its picture. */
export const officialSeed = 2026;

export function findOfficialMap(name: string): OfficialMap | undefined {
  return [...officialMaps, ...generatedMaps].find((map) => map.name === name);
}
