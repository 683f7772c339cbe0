import { type KitName, kits } from '@realmkeep/realm-protocol';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { giveOrDrop } from '../windows/open-windows.ts';
import { makeItem } from './items.ts';

export function giveKit(game: Game, player: Player, kit: KitName): void {
  const { registry } = game.squid;
  for (const [item, count] of Object.entries(kits[kit])) {
    const known = registry.itemsByName[item];
    const stack = known ? makeItem(registry, known.id, count) : null;
    if (stack) giveOrDrop(game, player, stack);
  }
}
