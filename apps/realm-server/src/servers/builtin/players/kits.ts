import { give, makeItem } from './items.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Player } from '../squid/squid.ts';

/** What one begins with. */
const kits = new Map<string, [item: string, count: number][]>([
  [
    'builder',
    [
      ['oak_planks', 64],
      ['stone_bricks', 64],
      ['glass', 64],
      ['torch', 64],
      ['oak_door', 16],
    ],
  ],
  [
    'tools',
    [
      ['diamond_pickaxe', 1],
      ['diamond_axe', 1],
      ['diamond_shovel', 1],
      ['diamond_sword', 1],
    ],
  ],
]);

export const kitNames = [...kits.keys()];

/** @returns whether there is such a kit */
export function giveKit(player: Player, registry: Registry, name: string): boolean {
  const kit = kits.get(name);
  for (const [item, count] of kit ?? []) {
    const known = registry.itemsByName[item];
    const stack = known ? makeItem(registry, known.id, count) : null;
    if (stack) give(player, stack);
  }
  return kit !== undefined;
}
