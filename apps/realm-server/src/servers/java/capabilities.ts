import type { KernelCapabilities } from '@realmkeep/runtime/control';

/** What a vanilla server makes of each setting. Which file or command does it: docs/decisions/036-java-kernels.md. */
export const vanillaCapabilities = {
  slots: 'restart',
  borderDiameter: 'live',
  gameMode: 'live',
  motd: 'restart',
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
  resourcePack: 'restart',
  managers: 'live',
  plan: 'live',
} as const satisfies KernelCapabilities;

/** Paper bounds animals by a limit of its own. */
export const paperCapabilities = {
  ...vanillaCapabilities,
  animalSpawn: 'restart',
} as const satisfies KernelCapabilities;
