import type { Block } from '../../../world-format/chunk.ts';
import type { Player } from '../squid/squid.ts';
import { canHarvest } from './digging-time.ts';

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
export function experienceOf(block: Block, tool: number | null, chance: () => number): number {
  const range = canHarvest(block, tool) ? taught[block.name] : undefined;
  return range ? range[0] + Math.floor(chance() * (range[1] - range[0] + 1)) : 0;
}

/** How many points a level begins with. Source: https://minecraft.wiki/w/Experience#Leveling_up */
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
