import { type KitName, kits } from '@realmkeep/realm-protocol';
import { give, makeItem } from './items.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Player } from '../squid/squid.ts';

export function giveKit(player: Player, registry: Registry, kit: KitName): void {
  for (const [item, count] of Object.entries(kits[kit])) {
    const known = registry.itemsByName[item];
    const stack = known ? makeItem(registry, known.id, count) : null;
    if (stack) give(player, stack);
  }
}
