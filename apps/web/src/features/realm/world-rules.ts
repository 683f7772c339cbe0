import { isGameWorld, offeredMaps, officialMaps, worldGenerators } from '@realmkeep/contract/maps';

/** What a new world of ours can be made of. */
export const worldNames = [...officialMaps, ...worldGenerators] as const;

/** Whether it is one of our maps, not a player's own. */
export function isOfficial(map: string): boolean {
  return worldNames.some((name) => name === map);
}

/** Whether we have a picture of it. */
export function hasPicture(map: string): boolean {
  return offeredMaps.some((offered) => offered === map);
}

/** Whether a map's land follows from a seed. */
export function hasSeed(map: string): boolean {
  return isGameWorld(map) || hasPicture(map);
}

/** What a call says of the seed that is typed. */
export function seedFor(map: string, typed: string): { seed?: string } {
  const seed = typed.trim();
  return hasSeed(map) && seed !== '' ? { seed } : {};
}
