import { armourSlots } from '../players/items.ts';
import type { Player } from '../squid/squid.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { wear } from './digging/durability.ts';

/** Armour points by piece, and the toughness of each piece. Source: https://minecraft.wiki/w/Armor (Java Edition 1.16) */
const points: Record<string, readonly [number, number, number, number]> = {
  leather: [1, 3, 2, 1],
  chainmail: [2, 5, 4, 1],
  golden: [2, 5, 3, 1],
  iron: [2, 6, 5, 2],
  diamond: [3, 8, 6, 3],
  netherite: [3, 8, 6, 3],
  turtle: [2, 0, 0, 0],
};
const toughnessOf: Record<string, number> = { diamond: 2, netherite: 3 };

/** The damage that gets through the player's armour. */
export function behindArmour({ inventory }: Player, damage: number): number {
  let [armour, toughness] = [0, 0];
  armourSlots.forEach((slot, place) => {
    const material = inventory.slots[slot]?.name.split('_', 1).join('') ?? '';
    armour += points[material]?.[place] ?? 0;
    toughness += toughnessOf[material] ?? 0;
  });
  const held = Math.max(armour / 5, armour - damage / (2 + toughness / 4));
  return damage * (1 - Math.min(20, held) / 25);
}

/** Each hit wears every piece. */
export function wearArmour(registry: Registry, player: Player, damage: number): void {
  for (const slot of armourSlots) {
    if (/_(helmet|chestplate|leggings|boots)$/.test(player.inventory.slots[slot]?.name ?? '')) {
      wear(registry, player, slot, Math.max(1, Math.floor(damage / 4)));
    }
  }
}
