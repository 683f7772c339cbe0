import type { Block } from '../../../world-format/chunk.ts';
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
