export type Colour = readonly [red: number, green: number, blue: number];

/** What a block looks like in the pictures: its top, its sides if they differ, and its form. */
export interface Look {
  top: Colour;
  side?: Colour;
  form?: 'cube' | 'plant' | 'flower' | 'liquid' | 'flat';
}

/** Grass, leaves and water have the colours of the map's biome. */
export interface Tint {
  grass: Colour;
  leaves: Colour;
  water: Colour;
  sky: readonly [top: Colour, bottom: Colour];
}

const meadow: Tint = {
  grass: [126, 184, 80],
  leaves: [78, 142, 56],
  water: [66, 132, 214],
  sky: [
    [158, 203, 240],
    [232, 243, 248],
  ],
};

export const tints: Record<string, Tint> = {
  normal: meadow,
  meadow,
  islands: {
    grass: [112, 188, 92],
    leaves: [62, 156, 70],
    water: [34, 178, 200],
    sky: [
      [126, 205, 235],
      [228, 246, 244],
    ],
  },
  canyon: {
    grass: [154, 160, 84],
    leaves: [124, 140, 62],
    water: [64, 160, 170],
    sky: [
      [248, 198, 150],
      [253, 238, 216],
    ],
  },
};

function plant(top: Colour): Look {
  return { top, form: 'plant' };
}

function cube(top: Colour, side?: Colour): Look {
  return side ? { top, side } : { top };
}

/** Of the blocks that the maps with pictures are made of. */
export function looks(tint: Tint): Record<string, Look> {
  const flower = (top: Colour): Look => ({ top, side: tint.grass, form: 'flower' });
  return {
    air: cube([0, 0, 0]),
    stone: cube([136, 138, 140]),
    andesite: cube([150, 152, 152]),
    grass_block: cube(tint.grass, [134, 101, 67]),
    dirt: cube([134, 101, 67]),
    coarse_dirt: cube([122, 88, 60]),
    cobblestone: cube([120, 120, 120]),
    bedrock: cube([70, 70, 72]),
    water: { top: tint.water, form: 'liquid' },
    sand: cube([226, 212, 164]),
    red_sand: cube([201, 112, 48]),
    gravel: cube([138, 130, 126]),
    granite: cube([154, 112, 92]),
    diorite: cube([190, 190, 192]),
    coal_ore: cube([104, 104, 106]),
    iron_ore: cube([160, 144, 132]),
    gold_ore: cube([178, 164, 110]),
    redstone_ore: cube([156, 96, 94]),
    lapis_ore: cube([92, 110, 156]),
    diamond_ore: cube([122, 176, 178]),
    lava: { top: [240, 120, 30], form: 'liquid' },
    oak_planks: cube([176, 142, 88]),
    oak_stairs: cube([150, 116, 68]),
    oak_fence: plant([150, 118, 72]),
    oak_door: cube([138, 108, 64]),
    glass_pane: cube([196, 226, 234]),
    crafting_table: cube([164, 116, 70], [140, 104, 66]),
    furnace: cube([116, 116, 116]),
    chest: cube([172, 122, 50]),
    red_bed: cube([176, 44, 40], [190, 180, 168]),
    torch: { top: [255, 216, 110], form: 'flower', side: [140, 104, 60] },
    farmland: cube([98, 66, 38]),
    grass_path: cube([158, 134, 78], [134, 101, 67]),
    wheat: plant([206, 186, 82]),
    carrots: plant([92, 160, 62]),
    potatoes: plant([110, 170, 76]),
    sunflower: flower([250, 206, 40]),
    sugar_cane: plant([146, 192, 108]),
    tall_grass: plant(tint.grass),
    large_fern: plant(tint.leaves),
    spruce_log: cube([150, 118, 72], [72, 52, 32]),
    spruce_leaves: cube([66, 104, 70]),
    oak_log: cube([170, 136, 82], [104, 80, 48]),
    birch_log: cube([206, 190, 150], [216, 214, 206]),
    jungle_log: cube([160, 124, 76], [112, 88, 52]),
    acacia_log: cube([172, 100, 58], [108, 98, 88]),
    oak_leaves: cube(tint.leaves),
    birch_leaves: cube([132, 172, 84]),
    jungle_leaves: cube(tint.leaves),
    acacia_leaves: cube(tint.leaves),
    sandstone: cube([222, 208, 160], [212, 194, 146]),
    grass: plant(tint.grass),
    fern: plant(tint.leaves),
    dead_bush: plant([140, 98, 48]),
    seagrass: plant([60, 150, 90]),
    dandelion: flower([250, 214, 58]),
    poppy: flower([222, 56, 44]),
    allium: flower([188, 124, 236]),
    azure_bluet: flower([240, 244, 238]),
    orange_tulip: flower([242, 140, 46]),
    pink_tulip: flower([242, 172, 204]),
    oxeye_daisy: flower([250, 250, 240]),
    cornflower: flower([82, 116, 236]),
    mossy_cobblestone: cube([112, 130, 100]),
    cactus: cube([98, 148, 60], [76, 126, 48]),
    clay: cube([162, 168, 180]),
    lily_pad: { top: [60, 140, 60], form: 'flat' },
    white_terracotta: cube([212, 180, 162]),
    orange_terracotta: cube([172, 92, 46]),
    yellow_terracotta: cube([194, 140, 48]),
    light_gray_terracotta: cube([144, 114, 104]),
    brown_terracotta: cube([90, 60, 42]),
    red_terracotta: cube([150, 68, 52]),
    terracotta: cube([160, 100, 72]),
    red_sandstone: cube([190, 104, 42], [180, 96, 38]),
    tube_coral_block: cube([58, 98, 222]),
    brain_coral_block: cube([226, 104, 168]),
    fire_coral_block: cube([196, 48, 56]),
    horn_coral_block: cube([232, 214, 80]),
  };
}
