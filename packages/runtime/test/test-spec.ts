import { plainSettings, type RealmSpec } from '@realmkeep/realm-protocol';

/** The spec of a new realm with this map. */
export function testSpec(map = 'plains', change: Partial<RealmSpec> = {}): RealmSpec {
  return {
    realmId: crypto.randomUUID(),
    number: 1,
    kernel: 'sandbox',
    map,
    settings: plainSettings,
    limits: { memoryMiB: 512, cores: 1, processes: 64 },
    ...change,
  };
}
