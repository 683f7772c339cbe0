/**
 * The tags of 1.16.5: a client that misses one of them disconnects at once. Names are blocks, items or entity types; `*` matches any
 * letters, `#` means another tag of the same kind, WOOD each of the eight kinds of wood, CORAL each of the five corals.
 * Source: https://minecraft.wiki/w/Tag (Java Edition 1.16)
 */

const smallFlowers =
  'dandelion poppy blue_orchid allium azure_bluet red_tulip orange_tulip white_tulip pink_tulip oxeye_daisy cornflower lily_of_the_valley wither_rose';
const unbreakable =
  'barrier bedrock end_portal end_portal_frame end_gateway command_block repeating_command_block chain_command_block structure_block jigsaw moving_piston';

/** Of blocks, and of the items that place them. */
const ofBoth = {
  wool: '*_wool',
  planks: 'WOOD_planks',
  stone_bricks: 'stone_bricks mossy_stone_bricks cracked_stone_bricks chiseled_stone_bricks',
  wooden_buttons: 'WOOD_button',
  buttons: '#wooden_buttons stone_button polished_blackstone_button',
  carpets: '*_carpet',
  wooden_doors: 'WOOD_door',
  wooden_stairs: 'WOOD_stairs',
  wooden_slabs: 'WOOD_slab',
  wooden_fences: 'WOOD_fence',
  wooden_pressure_plates: 'WOOD_pressure_plate',
  wooden_trapdoors: 'WOOD_trapdoor',
  doors: '#wooden_doors iron_door',
  trapdoors: '#wooden_trapdoors iron_trapdoor',
  saplings: '*_sapling !bamboo_sapling',
  oak_logs: 'oak_log oak_wood stripped_oak_log stripped_oak_wood',
  birch_logs: 'birch_log birch_wood stripped_birch_log stripped_birch_wood',
  spruce_logs: 'spruce_log spruce_wood stripped_spruce_log stripped_spruce_wood',
  jungle_logs: 'jungle_log jungle_wood stripped_jungle_log stripped_jungle_wood',
  acacia_logs: 'acacia_log acacia_wood stripped_acacia_log stripped_acacia_wood',
  dark_oak_logs: 'dark_oak_log dark_oak_wood stripped_dark_oak_log stripped_dark_oak_wood',
  crimson_stems: 'crimson_stem stripped_crimson_stem crimson_hyphae stripped_crimson_hyphae',
  warped_stems: 'warped_stem stripped_warped_stem warped_hyphae stripped_warped_hyphae',
  logs_that_burn: '#dark_oak_logs #oak_logs #acacia_logs #birch_logs #jungle_logs #spruce_logs',
  logs: '#logs_that_burn #crimson_stems #warped_stems',
  banners: '*_banner',
  sand: 'sand red_sand',
  stairs: '*_stairs',
  slabs: '*_slab',
  walls: '*_wall',
  anvil: 'anvil chipped_anvil damaged_anvil',
  rails: 'rail powered_rail detector_rail activator_rail',
  leaves: '*_leaves',
  small_flowers: smallFlowers,
  tall_flowers: 'sunflower lilac peony rose_bush',
  flowers: '#small_flowers #tall_flowers',
  beds: '*_bed',
  fences: '#wooden_fences nether_brick_fence',
  gold_ores: 'gold_ore nether_gold_ore',
  non_flammable_wood:
    '#warped_stems #crimson_stems crimson_planks warped_planks crimson_slab warped_slab crimson_pressure_plate warped_pressure_plate crimson_fence warped_fence crimson_trapdoor warped_trapdoor crimson_fence_gate warped_fence_gate crimson_stairs warped_stairs crimson_button warped_button crimson_door warped_door crimson_sign warped_sign crimson_wall_sign warped_wall_sign',
  soul_fire_base_blocks: 'soul_sand soul_soil',
  piglin_repellents: 'soul_fire soul_torch soul_lantern soul_wall_torch soul_campfire',
} as const;

export const blockTags: Readonly<Record<string, string>> = {
  ...ofBoth,
  stone_pressure_plates: 'stone_pressure_plate polished_blackstone_pressure_plate',
  pressure_plates:
    'light_weighted_pressure_plate heavy_weighted_pressure_plate #wooden_pressure_plates #stone_pressure_plates',
  flower_pots: 'flower_pot potted_*',
  enderman_holdable:
    '#small_flowers grass_block dirt coarse_dirt podzol sand red_sand gravel brown_mushroom red_mushroom tnt cactus clay pumpkin carved_pumpkin melon mycelium crimson_fungus crimson_nylium crimson_roots warped_fungus warped_nylium warped_roots',
  ice: 'ice packed_ice blue_ice frosted_ice',
  valid_spawn: 'grass_block podzol',
  impermeable: 'glass *_stained_glass',
  underwater_bonemeals: 'seagrass #corals #wall_corals',
  coral_blocks: 'CORAL_coral_block',
  wall_corals: 'CORAL_coral_wall_fan',
  coral_plants: 'CORAL_coral',
  corals: '#coral_plants CORAL_coral_fan',
  bamboo_plantable_on: '#sand bamboo bamboo_sapling gravel dirt grass_block podzol coarse_dirt mycelium',
  standing_signs: 'WOOD_sign',
  wall_signs: 'WOOD_wall_sign',
  signs: '#standing_signs #wall_signs',
  dragon_immune: `${unbreakable} obsidian crying_obsidian end_stone iron_bars respawn_anchor`,
  wither_immune: unbreakable,
  wither_summon_base_blocks: 'soul_sand soul_soil',
  beehives: 'bee_nest beehive',
  crops: 'beetroots carrots potatoes wheat melon_stem pumpkin_stem',
  bee_growables: '#crops sweet_berry_bush',
  portals: 'nether_portal end_portal end_gateway',
  fire: 'fire soul_fire',
  nylium: 'crimson_nylium warped_nylium',
  wart_blocks: 'nether_wart_block warped_wart_block',
  beacon_base_blocks: 'netherite_block emerald_block diamond_block gold_block iron_block',
  soul_speed_blocks: 'soul_sand soul_soil',
  wall_post_override: 'torch soul_torch redstone_torch tripwire #signs #banners #pressure_plates',
  climbable: 'ladder vine scaffolding weeping_vines weeping_vines_plant twisting_vines twisting_vines_plant',
  shulker_boxes: 'shulker_box *_shulker_box',
  hoglin_repellents: 'warped_fungus potted_warped_fungus nether_portal respawn_anchor',
  strider_warm_blocks: 'lava',
  campfires: 'campfire soul_campfire',
  guarded_by_piglins: 'gold_block barrel chest ender_chest gilded_blackstone trapped_chest #shulker_boxes #gold_ores',
  prevent_mob_spawning_inside: '#rails',
  fence_gates: 'WOOD_fence_gate',
  unstable_bottom_center: '#fence_gates',
  mushroom_grow_block: 'mycelium podzol crimson_nylium warped_nylium',
  infiniburn_overworld: 'netherrack magma_block',
  infiniburn_nether: '#infiniburn_overworld',
  infiniburn_end: '#infiniburn_overworld bedrock',
  base_stone_overworld: 'stone granite diorite andesite',
  base_stone_nether: 'netherrack basalt blackstone',
};

export const itemTags: Readonly<Record<string, string>> = {
  ...ofBoth,
  signs: 'WOOD_sign',
  piglin_loved:
    '#gold_ores gold_block gilded_blackstone light_weighted_pressure_plate gold_ingot bell clock golden_carrot glistering_melon_slice golden_apple enchanted_golden_apple golden_helmet golden_chestplate golden_leggings golden_boots golden_horse_armor golden_sword golden_pickaxe golden_shovel golden_axe golden_hoe',
  boats: '*_boat',
  fishes: 'cod cooked_cod salmon cooked_salmon pufferfish tropical_fish',
  music_discs: 'music_disc_*',
  creeper_drop_music_discs: 'music_disc_* !music_disc_pigstep',
  coals: 'coal charcoal',
  arrows: 'arrow tipped_arrow spectral_arrow',
  lectern_books: 'written_book writable_book',
  beacon_payment_items: 'netherite_ingot emerald diamond gold_ingot iron_ingot',
  stone_tool_materials: 'cobblestone blackstone',
  stone_crafting_materials: 'cobblestone blackstone',
};

export const fluidTags: Readonly<Record<string, string>> = {
  water: 'water flowing_water',
  lava: 'lava flowing_lava',
};

export const entityTags: Readonly<Record<string, string>> = {
  skeletons: 'skeleton stray wither_skeleton',
  raiders: 'evoker pillager ravager vindicator illusioner witch',
  beehive_inhabitors: 'bee',
  arrows: 'arrow spectral_arrow',
  impact_projectiles: '#arrows snowball fireball small_fireball egg trident dragon_fireball wither_skull',
};
