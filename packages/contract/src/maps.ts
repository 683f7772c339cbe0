export {
  isGameWorld,
  isJavaWorld,
  seedRule,
  type WorldGenerator,
  worldGenerators,
} from '@realmkeep/realm-protocol/rules';

/** Land to build on that is the same in every realm. */
export const officialMaps = ['meadow', 'islands', 'canyon'] as const;
export type OfficialMap = (typeof officialMaps)[number];

/** The worlds offered with a picture, in this order: land to survive in, then land to build on. */
export const offeredMaps = ['normal', ...officialMaps] as const;
