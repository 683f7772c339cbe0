export {
  isGameWorld,
  isJavaWorld,
  seedRule,
  type WorldGenerator,
  worldGenerators,
} from '@realmkeep/realm-protocol/rules';

/** The official worlds that have a picture, in the order in which they are offered. */
export const officialMaps = ['meadow', 'islands', 'canyon'] as const;
export type OfficialMap = (typeof officialMaps)[number];
