import type { PlacedBlock } from '../../land/block-state.ts';
import type { Registry } from '../../../../world-format/chunk.ts';
import { canHarvest } from './digging-time.ts';

/** What a broken block leaves, by the item's name. */
export interface Drop {
  name: string;
  count: number;
}

type Chance = () => number;
/** @param fortune the level of the tool's enchantment */
type Rule = (properties: Readonly<Record<string, string>>, chance: Chance, fortune: number) => Drop[];

const one = (name: string): Drop[] => [{ name, count: 1 }];
const some =
  (name: string, least: number, most = least): Rule =>
  (_, chance) =>
    counted(name, between(chance, least, most));
/** A crop drops its fruit when ripe, and always its seeds. */
const crop =
  (age: string, ripe: Rule, unripe: Drop[]): Rule =>
  (properties, chance, fortune) =>
    properties['age'] === age ? ripe(properties, chance, fortune) : unripe;
/** Drops one fruit and extra seeds. */
const sown = (age: string, fruit: string, seeds: string): Rule =>
  crop(age, (_, chance, fortune) => [...one(fruit), ...counted(seeds, bonus(chance, fortune))], one(seeds));
/** Fortune makes it so many times as much, by chance. */
const ore =
  (name: string, least: number, most = least): Rule =>
  (_, chance, fortune) =>
    counted(name, between(chance, least, most) * Math.max(1, between(chance, 0, fortune + 1)));
/** Fortune adds up to one for each level, or more. */
const scattered =
  (name: string, least: number, most: number, limit = Number.POSITIVE_INFINITY): Rule =>
  (_, chance, fortune) =>
    counted(name, Math.min(limit, between(chance, least, most) + between(chance, 0, fortune)));

const each = (names: string, rule: Rule): [string, Rule][] => names.split(' ').map((name) => [name, rule]);

/** Blocks that do not drop themselves, or what minecraft-data names. Source: the game's loot tables of 1.16.5 */
const rules = new Map<string, Rule>([
  ['stone', some('cobblestone', 1)],
  ...each('grass_block podzol mycelium farmland grass_path', some('dirt', 1)),
  ...each('crimson_nylium warped_nylium', some('netherrack', 1)),
  ['coal_ore', ore('coal', 1)],
  ['diamond_ore', ore('diamond', 1)],
  ['emerald_ore', ore('emerald', 1)],
  ['nether_quartz_ore', ore('quartz', 1)],
  ['lapis_ore', ore('lapis_lazuli', 4, 9)],
  ['redstone_ore', scattered('redstone', 4, 5)],
  ['nether_gold_ore', ore('gold_nugget', 2, 6)],
  [
    'gilded_blackstone',
    (_, chance, fortune) =>
      chance() < (flint[fortune] ?? 1) ? counted('gold_nugget', between(chance, 2, 5)) : one('gilded_blackstone'),
  ],
  ['gravel', (_, chance, fortune) => one(chance() < (flint[fortune] ?? 1) ? 'flint' : 'gravel')],
  ['clay', some('clay_ball', 4)],
  ['glowstone', scattered('glowstone_dust', 2, 4, 4)],
  ['sea_lantern', scattered('prismarine_crystals', 2, 3, 5)],
  ['melon', scattered('melon_slice', 3, 7, 9)],
  ['bookshelf', some('book', 3)],
  ['ender_chest', some('obsidian', 8)],
  ['campfire', some('charcoal', 2)],
  ['soul_campfire', some('soul_soil', 1)],
  ['snow_block', some('snowball', 4)],
  ['snow', ({ layers }) => counted('snowball', Number(layers))],
  ...each('grass fern', (_, chance, fortune) =>
    chance() < 0.125 ? counted('wheat_seeds', 1 + between(chance, 0, 2 * fortune)) : [],
  ),
  ...each('tall_grass large_fern', (_, chance) => (chance() < 0.125 ? one('wheat_seeds') : [])),
  ['dead_bush', some('stick', 0, 2)],
  ['chorus_plant', some('chorus_fruit', 0, 1)],
  ...['twisting_vines', 'weeping_vines'].flatMap((vines) =>
    each(`${vines} ${vines}_plant`, (_, chance, fortune) => (chance() < (netherVines[fortune] ?? 1) ? one(vines) : [])),
  ),
  ['bamboo_sapling', some('bamboo', 1)],
  ['sea_pickle', ({ pickles }) => counted('sea_pickle', Number(pickles))],
  ['cocoa', ({ age }) => counted('cocoa_beans', age === '2' ? 3 : 1)],
  ['nether_wart', crop('3', scattered('nether_wart', 2, 4), one('nether_wart'))],
  ['wheat', sown('7', 'wheat', 'wheat_seeds')],
  ['beetroots', sown('3', 'beetroot', 'beetroot_seeds')],
  ['carrots', sown('7', 'carrot', 'carrot')],
  [
    'potatoes',
    (properties, chance, fortune) => [
      ...sown('7', 'potato', 'potato')(properties, chance, fortune),
      ...(properties['age'] === '7' && chance() < 0.02 ? one('poisonous_potato') : []),
    ],
  ],
  [
    'sweet_berry_bush',
    ({ age }, chance, fortune) =>
      Number(age) < 2
        ? []
        : counted('sweet_berries', between(chance, Number(age) - 1, Number(age)) + between(chance, 0, fortune)),
  ],
  ...['melon', 'pumpkin'].flatMap((fruit): [string, Rule][] => [
    [`${fruit}_stem`, ({ age }, chance) => counted(`${fruit}_seeds`, times(3, (Number(age) + 1) / 15, chance))],
    [`attached_${fruit}_stem`, (_, chance) => counted(`${fruit}_seeds`, times(3, 8 / 15, chance))],
  ]),
  ['brown_mushroom_block', (_, chance) => counted('brown_mushroom', between(chance, -6, 2))],
  ['red_mushroom_block', (_, chance) => counted('red_mushroom', between(chance, -6, 2))],
]);
/** Drops itself only with shears. */
const cut =
  /_leaves$|^(twisting|weeping)_vines|^(grass|fern|tall_grass|large_fern|dead_bush|vine|seagrass|tall_seagrass|nether_sprouts|cobweb)$/;
/** What goes to pieces, or was never more than a trap. */
const fragile =
  /_stained_glass(_pane)?$|^infested_|^(cobweb|vine|(tall_)?seagrass|nether_sprouts|mushroom_stem|spawner|structure_void|ice|(packed|blue)_ice|turtle_egg|cake|bee_nest|glass(_pane)?)$/;
const coral = /^(dead_)?(tube|brain|bubble|fire|horn)_coral(_block|_fan|_wall_fan)?$/;
/** By the level of Fortune. */
const netherVines = [0.33, 0.55, 0.77, 1];
const flint = [0.1, 1 / 7, 0.25, 1];
const saplings = { jungle: [0.025, 1 / 36, 1 / 32, 1 / 24, 0.1], otherwise: [0.05, 0.0625, 1 / 12, 0.1] };
const sticks = [0.02, 1 / 45, 0.025, 1 / 30];
const apples = [0.005, 1 / 180, 0.00625, 1 / 120];
/** Drops itself only with Silk Touch. */
const silky =
  /^(stone|grass_block|mycelium|podzol|.*_nylium|.*_ore|gilded_blackstone|gravel|clay|glowstone|sea_lantern|melon|bookshelf|ender_chest|(soul_)?campfire|snow_block|cobweb|ice|(packed|blue)_ice|.*_mushroom_block|mushroom_stem|bee_nest|turtle_egg|glass(_pane)?|.*_stained_glass(_pane)?|.*_leaves|infested_.*|(twisting|weeping)_vines(_plant)?)$/;

/**
 * The drops of a block that a player breaks with this tool. Of blocks that take two places the lower half drops, or a
 * bed's head.
 * @param chance returns a random number from 0 up to 1
 */
export function dropsOf(
  registry: Registry,
  block: PlacedBlock,
  tool: number | null,
  chance: Chance,
  { isSilk = false, fortune = 0 }: { isSilk?: boolean; fortune?: number } = {},
): Drop[] {
  const { kind, properties } = block;
  if (!canHarvest(registry, kind, tool) || properties['half'] === 'upper' || properties['part'] === 'foot') return [];
  const toolName = tool === null ? '' : (registry.items[tool]?.name ?? '');
  if (isSilk && (silky.test(kind.name) || coral.test(kind.name))) return one(asItem(kind.name));
  if (isSilk && kind.name === 'snow') {
    return properties['layers'] === '8' ? one('snow_block') : counted('snow', Number(properties['layers']));
  }
  if (toolName === 'shears' && cut.test(kind.name)) return cutDrops(kind.name);
  if (kind.name === 'cobweb' && toolName.endsWith('_sword')) return one('string');
  if (kind.name.endsWith('_leaves')) return leafDrops(kind.name, chance, fortune);
  const rule = rules.get(kind.name);
  if (rule) return rule(properties, chance, fortune);
  if (fragile.test(kind.name)) return [];
  if (coral.test(kind.name)) return kind.name.endsWith('_block') ? one(`dead_${kind.name.replace(/^dead_/, '')}`) : [];
  const count = properties['type'] === 'double' ? 2 : 1;
  return kind.drops.flatMap((id) => counted(registry.items[id]?.name ?? '', id === 0 ? 0 : count));
}

function cutDrops(name: string): Drop[] {
  const plant = name.replace(/^(tall|large)_/, '');
  return counted(asItem(plant), plant === name ? 1 : 2);
}

/** The name of a block's own item. */
function asItem(name: string): string {
  return name.replace('_wall_fan', '_fan').replace('vines_plant', 'vines').replace('infested_', '');
}

function leafDrops(name: string, chance: Chance, fortune: number): Drop[] {
  const tree = name.replace('_leaves', '');
  const likely = (by: readonly number[]): boolean => chance() < (by[Math.min(fortune, by.length - 1)] ?? 0);
  const drops = likely(tree === 'jungle' ? saplings.jungle : saplings.otherwise) ? one(`${tree}_sapling`) : [];
  if (likely(sticks)) drops.push({ name: 'stick', count: between(chance, 1, 2) });
  if ((tree === 'oak' || tree === 'dark_oak') && likely(apples)) drops.push({ name: 'apple', count: 1 });
  return drops;
}

/** One seed or fruit, plus three more and one per level of Fortune, each with a likelihood of four sevenths. */
function bonus(chance: Chance, fortune: number): number {
  return 1 + times(3 + fortune, 4 / 7, chance);
}

function times(most: number, likelihood: number, chance: Chance): number {
  return Array.from({ length: most }, chance).filter((luck) => luck < likelihood).length;
}

function between(chance: Chance, least: number, most: number): number {
  return least + Math.floor(chance() * (most - least + 1));
}

function counted(name: string, count: number): Drop[] {
  return count > 0 ? [{ name, count }] : [];
}
