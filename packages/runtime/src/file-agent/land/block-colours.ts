const none = 0;
const stone = 11;
export const water = 12;
const terracotta = 36;

/** In the order of the game's colours of wool and of terracotta. */
const dyes = 'white orange magenta light_blue yellow lime pink gray light_gray cyan purple blue brown green red black';
const dyeNames = dyes.split(' ');
const dyed = new RegExp(`^(${dyeNames.toSorted((a, b) => b.length - a.length).join('|')})_`);
/** Of wool: white is that of snow, the others follow each other. */
const whiteWool = 8;
const orangeWool = 15;

/** What blocks look like from above, by their names: the first that fits. Of most, the colour of the game's own maps. */
// oxfmt-ignore
const looks: [RegExp, number][] = [
  [/^(?:(?:cave_|void_)?air|barrier|light|structure_void|glass|glass_pane|tinted_glass|tripwire(?:_hook)?)$/, none],
  [/(?:torch|rail|redstone_wire|lever|_button|repeater|comparator|ladder|chain|flower_pot|_head|_skull|end_rod)$|^potted_/, none],
  [/^(?:water|bubble_column|seagrass|tall_seagrass|kelp|kelp_plant)$/, water],
  [/^deepslate_\w+_ore$/, 59],
  [/_ore$/, stone],
  [/^(?:cherry_(?:leaves|sapling)|pink_petals|brain_coral\w*|pearlescent_froglight)$/, 20],
  [/^pale_moss|^pale_hanging_moss$/, 22],
  [/leaves$|sapling$|propagule$|^(?:short_|tall_)?grass$|fern$|tulip$|(?:red|brown)_mushroom$|_stem$(?<!mushroom_stem|warped_stem|crimson_stem)|azalea|dripleaf|cave_vines/, 7],
  [/^(?:vine|sugar_cane|cactus|cactus_flower|lily_pad|bamboo|wheat|carrots|potatoes|beetroots|dandelion|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy|cornflower|lily_of_the_valley|wither_rose|lilac|rose_bush|peony|sunflower|sweet_berry_bush|cocoa|spore_blossom|torchflower\w*|pitcher\w*|\w+_eyeblossom|wildflowers|leaf_litter|bush|firefly_bush)$/, 7],
  [/^(?:lava|fire|tnt|redstone_block)$/, 4],
  [/^soul_fire$/, 17],
  [/^(?:grass_block|slime_block)$/, 1],
  [/red_sand|^acacia_|^(?:pumpkin|carved_pumpkin|jack_o_lantern|terracotta|honey_block|honeycomb_block|creaking_heart)$/, 15],
  [/^(?:raw_copper_block|copper_\w+|cut_copper\w*|chiseled_copper)$/, 15],
  [/sandstone|^(?:sand|suspicious_sand|birch_\w+|glowstone|end_stone\w*|bone_block|turtle_egg|scaffolding|candle)$/, 2],
  [/^(?:cobweb|mushroom_stem|white_bed)$/, 3],
  [/(?:^|_)ice$/, 5],
  [/^(?:iron_\w+|\w*anvil|brewing_stand|heavy_core|grindstone|lantern|soul_lantern|lodestone|heavy_weighted_pressure_plate)$/, 6],
  [/^(?:snow|snow_block|powder_snow)$/, 8],
  [/^(?:clay|infested_\w+)$/, 9],
  [/^(?:podzol|spruce_\w+|mangrove_roots|muddy_mangrove_roots|campfire|soul_campfire)$/, 34],
  [/^(?:dirt|coarse_dirt|rooted_dirt|farmland|dirt_path|grass_path|(?:polished_)?granite\w*|jungle_\w+|packed_mud|mud_brick\w*|hanging_roots)$/, 10],
  [/^(?:mycelium|chorus_\w+|shulker_box|amethyst_\w+|budding_amethyst|\w+_amethyst_bud|bubble_coral\w*|repeating_command_block)$/, 24],
  [/^mud$|^(?:polished_|chiseled_)?tuff/, 45],
  [/^moss_(?:block|carpet)$|^(?:end_portal_frame|dried_kelp_block|sea_pickle|chain_command_block)$/, 27],
  [/^pale_oak_|quartz|diorite|^(?:sea_lantern|target|calcite)$/, 14],
  [/^purpur/, 16],
  [/^(?:hay_block|sponge|wet_sponge|bee_nest|horn_coral\w*|bamboo_\w+)$/, 18],
  [/^melon$/, 19],
  [/^(?:prismarine_brick\w*|dark_prismarine\w*|diamond_block|beacon|conduit)$/, 31],
  [/^(?:prismarine\w*|warped_roots)$/, 23],
  [/^tube_coral/, 25],
  [/^(?:dark_oak_\w+|soul_sand|soul_soil|command_block|brown_mushroom_block)$/, 26],
  [/^(?:brick\w*|red_mushroom_block|fire_coral\w*|mangrove_\w+|enchanting_table|nether_wart|shroomlight)$/, 28],
  [/basalt$|blackstone|^sculk|^(?:coal_block|obsidian|crying_obsidian|end_portal|end_gateway|netherite_block|ancient_debris|dragon_egg|respawn_anchor)$/, 29],
  [/^(?:gold_block|bell|light_weighted_pressure_plate|raw_gold_block|ochre_froglight)$/, 30],
  [/^lapis_block$/, 32],
  [/^emerald_block$/, 33],
  [/nether_|^(?:netherrack|magma_block|crimson_roots|crimson_fungus)$/, 35],
  [/^cherry_/, 36],
  [/^exposed_/, 44],
  [/^crimson_nylium$/, 52],
  [/^crimson_hyphae$/, 54],
  [/^crimson_/, 53],
  [/^(?:oxidized_\w+|warped_nylium)$/, 55],
  [/^(?:warped_wart_block|verdant_froglight)$/, 58],
  [/^(?:warped|weathered)_/, 56],
  [/deepslate/, 59],
  [/^raw_iron_block$/, 60],
  [/^glow_lichen$/, 61],
  [/dripstone/, 48],
  [/resin/, 50],
  [/^(?:oak_\w+|petrified_oak_slab|crafting_table|\w*bookshelf|lectern|\w*chest|note_block|jukebox|loom|barrel|composter|beehive|cartography_table|fletching_table|smithing_table|daylight_detector|dead_bush)$/, 13],
];

/** A bound on remembered names, as strangers choose them. */
const maxKnown = 8192;
const longestName = 64;
const known = new Map<string, number>();

/** The number of a block's colour on a map; 0 if it is invisible. @param name such as `minecraft:stone` */
export function colourOf(name: string): number {
  const found = known.get(name);
  if (found !== undefined) return found;
  if (known.size === maxKnown || name.length > longestName) return stone;
  const colour = lookOf(name.replace(/^minecraft:(?:stripped_|waxed_)?/, ''));
  known.set(name, colour);
  return colour;
}

function lookOf(name: string): number {
  const dye = dyeNames.indexOf(dyed.exec(name)?.[1] ?? '');
  const wears =
    /_(?:wool|carpet|concrete|concrete_powder|bed|banner|wall_banner|stained_glass\w*|shulker_box|glazed_terracotta|candle)$/;
  if (dye >= 0 && name.endsWith('_terracotta') && !name.endsWith('_glazed_terracotta')) return terracotta + dye;
  if (dye >= 0 && wears.test(name)) return dye === 0 ? whiteWool : orangeWool + dye - 1;
  return looks.find(([pattern]) => pattern.test(name))?.[1] ?? stone;
}
