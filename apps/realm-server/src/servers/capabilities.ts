import type { KernelCapabilities, KernelName } from '@realmkeep/realm-protocol';

/** What the built-in server makes of each setting. */
export const builtinCapabilities = {
  slots: 'live',
  borderDiameter: 'live',
  gameMode: 'live',
  motd: 'live',
  description: 'live',
  spawnProtectionRadius: 'live',
  // There is nothing that hurts more on a higher level. HARDCORE holds: who dies only looks on.
  difficultyLevel: 'shown',
  dealDamage: 'live',
  flySurvival: 'live',
  commandBlocks: 'none',
  animalSpawn: 'none',
  monsterSpawn: 'none',
  villagersRespawn: 'none',
  viewAchievementsOnChat: 'none',
  // Who dies loses nothing, nothing burns, and neither creatures nor weather come by themselves.
  keepInventory: 'none',
  daylightCycle: 'live',
  weatherCycle: 'none',
  mobGriefing: 'none',
  fireSpread: 'none',
  mobSpawning: 'none',
  naturalRegeneration: 'none',
  resourcePack: 'live',
  managers: 'live',
  access: 'live',
  plan: 'live',
} as const satisfies KernelCapabilities;

/** What a vanilla server makes of each. Which file or command does it: docs/decisions/036-java-kernels.md. */
const vanillaCapabilities = {
  slots: 'restart',
  borderDiameter: 'live',
  gameMode: 'live',
  motd: 'restart',
  description: 'restart',
  spawnProtectionRadius: 'restart',
  // The other levels hold at once; HARDCORE, either way, from the next start on.
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

/** Paper bounds animals by a limit of its own. */
const paperCapabilities = {
  ...vanillaCapabilities,
  animalSpawn: 'restart',
} as const satisfies KernelCapabilities;

/** What each makes of every setting. The build puts this into dist/kernels.json, for whoever runs realms. */
export const capabilitiesOf: Record<KernelName, KernelCapabilities> = {
  sandbox: builtinCapabilities,
  paper: paperCapabilities,
  purpur: paperCapabilities,
  fabric: vanillaCapabilities,
  vanilla: vanillaCapabilities,
};
