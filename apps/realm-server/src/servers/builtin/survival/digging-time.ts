import type { Block, Registry } from '../../../world-format/chunk.ts';

/** How the digger stands, which slows them down. */
export interface Digger {
  /** The number of the item in the hand's kind; null for the bare hand. */
  tool: number | null;
  isOnGround: boolean;
  /** Whether the eyes are under water. */
  isUnderWater: boolean;
  /** Levels of what makes them faster and slower. */
  haste?: number;
  efficiency?: number;
  fatigue?: number;
}

/** Five times as slow with no ground under the feet, and again with the head under water. */
const hindrance = 5;
/** By the level of mining fatigue. */
const fatigueSpeeds = [1, 0.3, 0.09, 0.0027, 0.000_81];
/** Of a block's hardness, what one tick takes away with a tool that harvests it, and without. */
const ticks = { harvesting: 30, otherwise: 100 };
/** The table counts these among plants. */
const materials = new Map([
  ['coarse_dirt', 'dirt'],
  ['podzol', 'dirt'],
  ['crimson_nylium', 'rock'],
  ['warped_nylium', 'rock'],
]);
const woodenSlab = /^(oak|spruce|birch|jungle|acacia|dark_oak)_slab$/;
const leafSpeeds = { sword: 1.5, shears: 15 };
const hoeSpeeds = new Map([
  ['wooden_hoe', 2],
  ['stone_hoe', 4],
  ['iron_hoe', 6],
  ['diamond_hoe', 8],
  ['netherite_hoe', 9],
  ['golden_hoe', 12],
]);

/** The table wants a tool for these, which the game does not. */
const needsNone =
  /^(oak|spruce|birch|jungle|acacia|dark_oak)_slab$|^(crimson|warped)_pressure_plate$|^(warped_wart_block|shroomlight|target)$/;

/** Whether breaking the block with this tool drops anything. */
export function canHarvest(block: Block, tool: number | null): boolean {
  return !block.harvestTools || needsNone.test(block.name) || (tool !== null && block.harvestTools[tool] === true);
}

/**
 * The part of the block that one tick of digging takes away: 1 or more for at once, 0 for never.
 * Source: https://minecraft.wiki/w/Breaking (Java Edition 1.16); tools' speeds by minecraft-data
 */
export function dugInOneTick(
  registry: Registry,
  block: Block,
  { tool, isOnGround, isUnderWater, haste = 0, efficiency = 0, fatigue = 0 }: Digger,
): number {
  if (!block.diggable || block.hardness === null || block.hardness < 0) return 0;
  if (block.hardness === 0) return 1;
  let speed = toolSpeed(registry, block, tool);
  if (speed > 1 && efficiency > 0) speed += efficiency ** 2 + 1;
  speed *= (1 + haste / 5) * (fatigueSpeeds[Math.min(4, fatigue)] ?? 1);
  if (isUnderWater) speed /= hindrance;
  if (!isOnGround) speed /= hindrance;
  return speed / block.hardness / (canHarvest(block, tool) ? ticks.harvesting : ticks.otherwise);
}

function toolSpeed(registry: Registry, block: Block, tool: number | null): number {
  if (tool === null) return 1;
  const name = registry.items[tool]?.name ?? '';
  if (block.name.endsWith('_leaves')) {
    if (name === 'shears') return leafSpeeds.shears;
    if (name.endsWith('_sword')) return leafSpeeds.sword;
    return hoeSpeeds.get(name) ?? 1;
  }
  return (
    registry.materials[materials.get(block.name) ?? (woodenSlab.test(block.name) ? 'wood' : (block.material ?? ''))]?.[
      tool
    ] ?? 1
  );
}
