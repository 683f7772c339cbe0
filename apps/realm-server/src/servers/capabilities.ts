import type { KernelCapabilities, KernelName } from '@realmkeep/realm-protocol';

/** How the built-in server applies each setting. */
export const builtinCapabilities = {
  slots: 'live',
  borderDiameter: 'live',
  gameMode: 'live',
  motd: 'live',
  description: 'live',
  spawnProtectionRadius: 'live',
  difficultyLevel: 'live',
  dealDamage: 'live',
  flySurvival: 'live',
  commandBlocks: 'live',
  animalSpawn: 'live',
  monsterSpawn: 'live',
  villagersRespawn: 'live',
  viewAchievementsOnChat: 'live',
  keepInventory: 'live',
  daylightCycle: 'live',
  weatherCycle: 'live',
  mobGriefing: 'live',
  fireSpread: 'live',
  mobSpawning: 'live',
  naturalRegeneration: 'live',
  resourcePack: 'live',
  managers: 'live',
  access: 'live',
  plan: 'live',
} as const satisfies KernelCapabilities;

/** How a vanilla server applies each. Which file or command does it: docs/decisions/036-java-kernels.md. */
const vanillaCapabilities = {
  slots: 'restart',
  borderDiameter: 'live',
  gameMode: 'live',
  motd: 'restart',
  description: 'restart',
  spawnProtectionRadius: 'restart',
  // The other levels apply at once; HARDCORE, on or off, from the next start.
  difficultyLevel: 'restart',
  dealDamage: 'restart',
  flySurvival: 'restart',
  commandBlocks: 'restart',
  // Since 1.21.2 the game has no setting for it.
  animalSpawn: 'none',
  monsterSpawn: 'restart',
  villagersRespawn: 'none',
  viewAchievementsOnChat: 'live',
  keepInventory: 'live',
  daylightCycle: 'live',
  weatherCycle: 'live',
  mobGriefing: 'live',
  fireSpread: 'live',
  mobSpawning: 'live',
  naturalRegeneration: 'live',
  resourcePack: 'restart',
  managers: 'live',
  access: 'live',
  plan: 'live',
} as const satisfies KernelCapabilities;

/** Paper has its own setting to limit animals. */
const paperCapabilities = {
  ...vanillaCapabilities,
  animalSpawn: 'restart',
} as const satisfies KernelCapabilities;

/** How each kernel applies every setting. The build writes this to dist/kernels.json, where drivers read it. */
export const capabilitiesOf: Record<KernelName, KernelCapabilities> = {
  sandbox: builtinCapabilities,
  paper: paperCapabilities,
  purpur: paperCapabilities,
  fabric: vanillaCapabilities,
  vanilla: vanillaCapabilities,
};
