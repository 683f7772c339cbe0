import type { Block, Registry } from '../../../world-format/chunk.ts';
import { armourSlots, heldSlot, otherHandSlot } from '../players/items.ts';
import type { Player } from '../squid/squid.ts';
import { canHarvest } from './digging/digging-time.ts';
import { wornOf } from './digging/durability.ts';
import { enchantmentOn, withTags } from './enchantments.ts';

/** What digging a block teaches, from and to. Source: https://minecraft.wiki/w/Experience (Java Edition 1.16) */
const taught: Record<string, readonly [number, number] | undefined> = {
  coal_ore: [0, 2],
  nether_gold_ore: [0, 1],
  diamond_ore: [3, 7],
  emerald_ore: [3, 7],
  lapis_ore: [2, 5],
  nether_quartz_ore: [2, 5],
  redstone_ore: [1, 5],
  spawner: [15, 43],
};

/** @param chance a number from 0 up to 1 */
export function experienceOf(registry: Registry, block: Block, tool: number | null, chance: () => number): number {
  const range = canHarvest(registry, block, tool) ? taught[block.name] : undefined;
  return range ? range[0] + Math.floor(chance() * (range[1] - range[0] + 1)) : 0;
}

/** The points at which a level begins. Source: https://minecraft.wiki/w/Experience#Leveling_up */
export function pointsAt(level: number): number {
  if (level <= 16) return level * level + 6 * level;
  if (level <= 31) return 2.5 * level * level - 40.5 * level + 360;
  return 4.5 * level * level - 162.5 * level + 2220;
}

/** The points of a player who is so many levels higher or lower, and as far on the way to the next. */
export function pointsAfter({ xp, level: now }: Player, by: number): number {
  const level = Math.max(0, now + by);
  const share = (xp - pointsAt(now)) / (pointsAt(now + 1) - pointsAt(now));
  return pointsAt(level) + Math.floor(share * (pointsAt(level + 1) - pointsAt(level)));
}

export function changeLevels(player: Player, by: number): void {
  player.setXp(pointsAfter(player, by));
}

/** A player learns something. What they wear or hold with Mending is mended first: one such item, by two for each point. */
export function learn(player: Player, points: number): void {
  const { inventory } = player;
  const worn = [heldSlot(player), otherHandSlot, ...armourSlots].filter((slot) => {
    const item = inventory.slots[slot];
    return item && wornOf(item) > 0 && enchantmentOn(item, 'mending') > 0;
  });
  const slot = worn[Math.floor(Math.random() * worn.length)] ?? -1;
  const item = inventory.slots[slot];
  const mended = item ? Math.min(2 * points, wornOf(item)) : 0;
  if (item && mended > 0) {
    inventory.updateSlot(slot, withTags(item, { Damage: { type: 'int', value: wornOf(item) - mended } }));
  }
  const left = points - Math.ceil(mended / 2);
  if (left > 0) player.setXp(player.xp + left);
}
