/** An advancement: any of its criteria is enough. Source: https://minecraft.wiki/w/Advancement (Java Edition 1.16) */
export interface Advancement {
  id: string;
  parent: string | null;
  /** The item that stands for it, and where it is on its page. */
  icon: string;
  at: readonly [x: number, y: number];
  /** By the game's names. */
  criteria: readonly string[];
  /** The item of each criterion, where having it is what it asks. */
  items?: readonly string[];
  /** The picture behind its page, of the first of a page. */
  background?: string;
}

const iron = ['iron_helmet', 'iron_chestplate', 'iron_leggings', 'iron_boots'];
const diamond = iron.map((name) => name.replace('iron', 'diamond'));
const having = (...items: string[]) => ({ criteria: items, items });

export const advancements: readonly Advancement[] = [
  { id: 'story/root', parent: null, icon: 'grass_block', at: [0, 0], ...having('crafting_table'), background: 'stone' },
  {
    id: 'story/mine_stone',
    parent: 'story/root',
    icon: 'wooden_pickaxe',
    at: [1, 0],
    criteria: ['get_stone'],
    items: ['cobblestone'],
  },
  {
    id: 'story/upgrade_tools',
    parent: 'story/mine_stone',
    icon: 'stone_pickaxe',
    at: [2, 0],
    ...having('stone_pickaxe'),
  },
  {
    id: 'story/smelt_iron',
    parent: 'story/upgrade_tools',
    icon: 'iron_ingot',
    at: [3, 0],
    criteria: ['iron'],
    items: ['iron_ingot'],
  },
  { id: 'story/obtain_armor', parent: 'story/smelt_iron', icon: 'iron_chestplate', at: [4, -1], ...having(...iron) },
  { id: 'story/lava_bucket', parent: 'story/smelt_iron', icon: 'lava_bucket', at: [4, 0], ...having('lava_bucket') },
  { id: 'story/iron_tools', parent: 'story/smelt_iron', icon: 'iron_pickaxe', at: [4, 1], ...having('iron_pickaxe') },
  { id: 'story/form_obsidian', parent: 'story/lava_bucket', icon: 'obsidian', at: [5, 0], ...having('obsidian') },
  { id: 'story/mine_diamond', parent: 'story/iron_tools', icon: 'diamond', at: [5, 1], ...having('diamond') },
  {
    id: 'story/shiny_gear',
    parent: 'story/mine_diamond',
    icon: 'diamond_chestplate',
    at: [6, 1],
    ...having(...diamond),
  },
  {
    id: 'story/enchant_item',
    parent: 'story/mine_diamond',
    icon: 'enchanted_book',
    at: [6, 2],
    criteria: ['enchanted_item'],
  },
  {
    id: 'husbandry/root',
    parent: null,
    icon: 'hay_block',
    at: [0, 0],
    criteria: ['consumed_item'],
    background: 'husbandry',
  },
  {
    id: 'husbandry/plant_seed',
    parent: 'husbandry/root',
    icon: 'wheat',
    at: [1, 0],
    criteria: ['wheat', 'pumpkin_stem', 'melon_stem', 'beetroots', 'nether_wart'],
  },
];
