import type { RealmSpec } from '../src/control.ts';

/** A realm of its own on that map. */
export function testSpec(map = 'plains', change: Partial<RealmSpec> = {}): RealmSpec {
  return {
    realmId: crypto.randomUUID(),
    number: 1,
    kernel: 'sandbox',
    map,
    settings: {
      slots: 2,
      borderDiameter: 500,
      gameMode: 'CREATIVE',
      motd: 'A realm',
      spawnProtectionRadius: 0,
      managers: [],
    },
    limits: { memoryMiB: 512, cores: 1, processes: 64 },
    ...change,
  };
}
