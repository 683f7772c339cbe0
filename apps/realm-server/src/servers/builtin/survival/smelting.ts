import { colours } from '../creatures/creature.ts';
import type { ContainerKind } from '../land/container.ts';
import type { Item } from '../squid/squid.ts';
import type { Registry } from '../../../world-format/chunk.ts';

/**
 * Smelting recipes: experience, result, and ingredients; minecraft-data has no such table for 1.16.5. Lines that begin with `b` are also for
 * blast furnaces, with `s` also for smokers. Source: the game's recipes of 1.16.5
 */
const table = `
b 0.7 iron_ingot iron_ore
b 1 gold_ingot gold_ore nether_gold_ore
b 1 diamond diamond_ore
b 1 emerald emerald_ore
b 0.2 lapis_lazuli lapis_ore
b 0.7 redstone redstone_ore
b 0.1 coal coal_ore
b 0.2 quartz nether_quartz_ore
b 2 netherite_scrap ancient_debris
b 0.1 iron_nugget iron_sword iron_shovel iron_pickaxe iron_axe iron_hoe iron_helmet iron_chestplate iron_leggings iron_boots iron_horse_armor chainmail_helmet chainmail_chestplate chainmail_leggings chainmail_boots
b 0.1 gold_nugget golden_sword golden_shovel golden_pickaxe golden_axe golden_hoe golden_helmet golden_chestplate golden_leggings golden_boots golden_horse_armor
s 0.35 cooked_beef beef
s 0.35 cooked_porkchop porkchop
s 0.35 cooked_chicken chicken
s 0.35 cooked_mutton mutton
s 0.35 cooked_rabbit rabbit
s 0.35 cooked_cod cod
s 0.35 cooked_salmon salmon
s 0.35 baked_potato potato
s 0.1 dried_kelp kelp
f 0.1 glass sand red_sand
f 0.1 stone cobblestone
f 0.1 smooth_stone stone
f 0.1 smooth_sandstone sandstone
f 0.1 smooth_red_sandstone red_sandstone
f 0.1 smooth_quartz quartz_block
f 0.1 cracked_stone_bricks stone_bricks
f 0.1 cracked_nether_bricks nether_bricks
f 0.1 cracked_polished_blackstone_bricks polished_blackstone_bricks
f 0.3 brick clay_ball
f 0.35 terracotta clay
f 0.1 nether_brick netherrack
f 0.1 popped_chorus_fruit chorus_fruit
f 1 green_dye cactus
f 0.1 lime_dye sea_pickle
f 0.15 sponge wet_sponge
`;

interface Smelting {
  result: string;
  experience: number;
  ticks: number;
}

interface Line {
  where: string;
  experience: number;
  result: string;
}

const lines = new Map<string, Line>(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [where = '', experience, result = '', ...ingredients] = line.split(' ');
      return ingredients.map((name) => [name, { where, experience: Number(experience), result }] as const);
    }),
);
for (const colour of colours) {
  lines.set(`${colour}_terracotta`, { where: 'f', experience: 0.1, result: `${colour}_glazed_terracotta` });
}
const charcoal: Line = { where: 'f', experience: 0.15, result: 'charcoal' };
const burningWood = /^(stripped_)?(oak|spruce|birch|jungle|acacia|dark_oak)_(log|wood)$/;

/** How long a campfire takes. */
export const campfireTicks = 600;

/** What cooks: the type of its recipes in the game, how long it takes, and the lines that it accepts, if not all. */
const cookers: Record<string, { type: string; ticks: number; only?: string } | undefined> = {
  furnace: { type: 'smelting', ticks: 200 },
  blast_furnace: { type: 'blasting', ticks: 100, only: 'b' },
  smoker: { type: 'smoking', ticks: 100, only: 's' },
  campfire: { type: 'campfire_cooking', ticks: campfireTicks, only: 's' },
};

/** What a furnace of this kind, or a campfire, makes of an item; null if it does not accept it. */
export function smelting({ name: cooker }: Pick<ContainerKind, 'name'>, { name }: Pick<Item, 'name'>): Smelting | null {
  const line = burningWood.test(name) ? charcoal : lines.get(name);
  const { ticks = 0, only } = cookers[cooker] ?? {};
  if (!line || (only !== undefined && only !== line.where)) return null;
  return { result: line.result, experience: line.experience, ticks };
}

/** The game's type of the recipes of such a furnace. */
export function recipeType({ name }: Pick<ContainerKind, 'name'>): string | undefined {
  return cookers[name]?.type;
}

/** All recipes of furnaces and campfires by what they make, with the numbers of the items that it is made of. */
export function cookingRecipes(registry: Registry): (Smelting & { type: string; ingredients: number[] })[] {
  const recipes = new Map<string, Smelting & { type: string; ingredients: number[] }>();
  for (const [name, cooker] of Object.entries(cookers)) {
    for (const item of Object.values(registry.items)) {
      const made = item && smelting({ name }, item);
      if (!made || !cooker) continue;
      const key = `${cooker.type} ${made.result}`;
      const known = recipes.get(key) ?? { ...made, type: cooker.type, ingredients: [] };
      known.ingredients.push(item.id);
      recipes.set(key, known);
    }
  }
  return [...recipes.values()];
}

/** The experience per item that a furnace has produced, by the result's name. */
export function experienceIn(result: string): number {
  return [charcoal, ...lines.values()].find((line) => line.result === result)?.experience ?? 0;
}

const wood = '(oak|spruce|birch|jungle|acacia|dark_oak)';
const furniture =
  'bookshelf|lectern|jukebox|note_block|chest|trapped_chest|crafting_table|daylight_detector|loom|barrel|composter|' +
  'cartography_table|fletching_table|smithing_table|bow|crossbow|fishing_rod|ladder';
/** How many ticks each burns in a furnace; the first that fits counts. Source: the game's AbstractFurnaceBlockEntity (1.16.5), and its tags */
const fuels: [RegExp, number][] = [
  [/^(crimson|warped|nether)_/, 0],
  [/^lava_bucket$/, 20_000],
  [/^coal_block$/, 16_000],
  [/^dried_kelp_block$/, 4001],
  [/^blaze_rod$/, 2400],
  [/^(coal|charcoal)$/, 1600],
  [/_boat$/, 1200],
  [/^scaffolding$/, 400],
  [
    new RegExp(`${wood}_(log|wood|planks|fence|fence_gate|stairs|trapdoor|pressure_plate)$|_banner$|^(${furniture})$`),
    300,
  ],
  [new RegExp(`^wooden_|_sign$|^${wood}_door$`), 200],
  [new RegExp(`^${wood}_slab$`), 150],
  [new RegExp(`_wool$|_sapling$|^${wood}_button$|^(stick|bowl|dead_bush)$`), 100],
  [/_carpet$/, 67],
  [/^bamboo$/, 50],
];

/** 0 for what does not burn. Smokers and blast furnaces use it up twice as fast. */
export function burnTicks({ name: furnace }: ContainerKind, { name }: Item): number {
  const ticks = fuels.find(([names]) => names.test(name))?.[1] ?? 0;
  return furnace === 'furnace' ? ticks : Math.floor(ticks / 2);
}
