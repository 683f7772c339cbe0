import type { Block, Registry } from '../../../../world-format/chunk.ts';

/** What slows the digger down. */
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
const wood = '(oak|spruce|birch|jungle|acacia|dark_oak)';
/** How much faster than the hand hoes are at `straw`, which the table has not. */
const straw: Record<string, number | undefined> = {
  wooden_hoe: 2,
  stone_hoe: 4,
  iron_hoe: 6,
  diamond_hoe: 8,
  netherite_hoe: 9,
  golden_hoe: 12,
};
const leafSpeeds: Record<string, number | undefined> = { ...straw, shears: 15 };
/** Where the table of 1.16.5 has no material, or another than what the game's tools ask for. Source: the game's PickaxeItem, AxeItem, HoeItem (1.16.5) */
const materials: readonly [RegExp, string][] = [
  [/^(coarse_dirt|podzol)$/, 'dirt'],
  [/_leaves$/, 'leaves'],
  [/^(wet_)?sponge$|^(hay|(nether|warped)_wart|dried_kelp)_block$|^(target|shroomlight)$/, 'straw'],
  [/_nylium$|^(sticky_)?piston(_head)?$|^purpur_(block|pillar)$|^(magma|bone)_block$|^red_nether_bricks$/, 'rock'],
  [
    /^observer$|shulker_box$|^blue_ice$|^(polished_)?blackstone_(brick_)?(slab|stairs)$|^chiseled_p.*blackstone$/,
    'rock',
  ],
  [new RegExp(`^${wood}_slab$|^(crimson|warped)_(button|pressure_plate)$|^(ladder|bamboo)$`), 'wood'],
  [/^chorus_(plant|flower)$/, 'plant'],
  [/^(cactus|conduit)$/, 'none'],
];
/** The table wants a tool for these, which the game does not. */
const needsNone = new RegExp(
  `^${wood}_slab$|^(crimson|warped)_pressure_plate$|^(peony|warped_wart_block|shroomlight|target)$|^infested_`,
);
/** The game wants a pickaxe for these, which the table does not. */
const needsPickaxe =
  /(stone(_brick)?|granite|diorite|andesite|quartz)_stairs$|blackstone_(brick_)?slab$|^chiseled_p.*blackstone$|^dead_.*(coral|fan)$|^(bell|stonecutter)$/;
/** A sword cuts it at once. */
const swordCuts = /^bamboo(_sapling)?$/;

function materialOf({ name, material = '' }: Block): string {
  return materials.find(([names]) => names.test(name))?.[1] ?? material;
}

/** The items that a block drops anything for; undefined where it needs none. */
export function harvestTools(registry: Registry, block: Block): Block['harvestTools'] {
  if (needsNone.test(block.name)) return undefined;
  return needsPickaxe.test(block.name) ? registry.blocksByName['stone']?.harvestTools : block.harvestTools;
}

/** Whether breaking the block with this tool drops anything. */
export function canHarvest(registry: Registry, block: Block, tool: number | null): boolean {
  const tools = harvestTools(registry, block);
  return !tools || (tool !== null && tools[tool] === true);
}

/**
 * The share of the block that one tick of digging takes away: 1 or more for at once, 0 for never.
 * Source: https://minecraft.wiki/w/Breaking (Java Edition 1.16); tools' speeds by minecraft-data
 */
export function dugInOneTick(
  registry: Registry,
  block: Block,
  { tool, isOnGround, isUnderWater, haste = 0, efficiency = 0, fatigue = 0 }: Digger,
): number {
  if (!block.diggable || block.hardness === null || block.hardness < 0) return 0;
  if (block.hardness === 0) return 1;
  if (swordCuts.test(block.name) && registry.items[tool ?? -1]?.name.endsWith('_sword')) return 1;
  let speed = toolSpeed(registry, block, tool);
  if (speed > 1 && efficiency > 0) speed += efficiency ** 2 + 1;
  speed *= (1 + haste / 5) * (fatigueSpeeds[Math.min(4, fatigue)] ?? 1);
  if (isUnderWater) speed /= hindrance;
  if (!isOnGround) speed /= hindrance;
  return speed / block.hardness / (canHarvest(registry, block, tool) ? ticks.harvesting : ticks.otherwise);
}

function toolSpeed(registry: Registry, block: Block, tool: number | null): number {
  if (tool === null) return 1;
  const name = registry.items[tool]?.name ?? '';
  const material = materialOf(block);
  if (material === 'straw') return straw[name] ?? 1;
  const byTable = registry.materials[material]?.[tool] ?? 1;
  return material === 'leaves' ? (leafSpeeds[name] ?? byTable) : byTable;
}
