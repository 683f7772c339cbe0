import type { Tier } from '@realmkeep/contract';
import type { GameMode, RealmSettings, RealmSpec } from '@realmkeep/runtime';
import type { RealmRow } from './realm-queries.ts';

/** What one realm of a tier may use of the machine. */
const resources: Record<Tier, { memoryMiB: number; cores: number }> = {
  CHICKEN: { memoryMiB: 384, cores: 0.5 },
  ZOMBIE: { memoryMiB: 512, cores: 1 },
  GHAST: { memoryMiB: 768, cores: 1.5 },
  DRAGON: { memoryMiB: 1024, cores: 2 },
};

/** Threads count as well, of which Node has about a dozen. */
const processes = 64;

const spawnProtectionRadius = 0;

export function memoryMiB(tier: string): number {
  return resources[tier as Tier].memoryMiB;
}

export function settingsOf(row: RealmRow): RealmSettings {
  return {
    slots: row.slots,
    borderDiameter: row.border_diameter,
    gameMode: row.game_mode as GameMode,
    motd: row.name,
    spawnProtectionRadius,
    managers: row.managers.map(({ nickname, epoch }) => ({ nickname, epoch })),
  };
}

/** What the driver is told of a realm. */
export function specOf(row: RealmRow): RealmSpec {
  return {
    realmId: row.id,
    number: row.number,
    kernel: 'sandbox',
    map: row.map,
    settings: settingsOf(row),
    limits: { ...resources[row.ownerTier as Tier], processes },
  };
}
