import type { KernelCapabilities } from '@realmkeep/runtime/control';

/** What this kernel makes of each setting. The build puts it into dist/kernels.json, for whoever runs realms. */
export const capabilities = {
  slots: 'live',
  borderDiameter: 'live',
  gameMode: 'live',
  motd: 'live',
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
  resourcePack: 'live',
  managers: 'live',
  plan: 'live',
} as const satisfies KernelCapabilities;
