import { plainSettings, type RealmSpec } from '@realmkeep/realm-protocol';

/** A realm of its own on that map. */
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
