import type { Registry } from '../../../world-format/chunk.ts';
import { type PlacedBlock, placedBlock } from '../land/block-state.ts';
import { directions } from './directions.ts';

/**
 * What light makes of a block, in one number: the level that it shines with, how many levels it takes away (15: all) and the
 * sides that nothing passes. Levels of the blocks of 1.16.5: https://minecraft.wiki/w/Light
 */
export type Traits = number;

export const emission = (traits: Traits): number => traits & 15;
export const filter = (traits: Traits): number => (traits >> 4) & 15;
/** One bit for each direction, in the order of `directions`. */
export const closedSides = (traits: Traits): number => traits >> 8;
export const closes = (traits: Traits, name: string): boolean => (closedSides(traits) & side(name)) !== 0;

const ofRegistries = new WeakMap<Registry, (state: number) => Traits>();

/** Of each state, by its number; found out when it is first asked for. */
export function lightTraits(registry: Registry): (state: number) => Traits {
  const asked = ofRegistries.get(registry);
  if (asked) return asked;
  const known = new Int16Array(Object.keys(registry.blocksByStateId).length).fill(-1);
  const traitsOf = (state: number): Traits => {
    const found = known[state];
    if (found !== undefined && found >= 0) return found;
    const block = placedBlock(registry, state);
    return block ? (known[state] = emitted(block) | (filtered(block) << 4) | (closed(block) << 8)) : 0;
  };
  ofRegistries.set(registry, traitsOf);
  return traitsOf;
}

/** minecraft-data has these levels for some blocks only, and for a lamp's states but one. */
const shining: Record<string, number> = {
  beacon: 15,
  campfire: 15,
  conduit: 15,
  end_gateway: 15,
  end_portal: 15,
  fire: 15,
  glowstone: 15,
  jack_o_lantern: 15,
  lantern: 15,
  lava: 15,
  redstone_lamp: 15,
  sea_lantern: 15,
  shroomlight: 15,
  end_rod: 14,
  torch: 14,
  wall_torch: 14,
  blast_furnace: 13,
  furnace: 13,
  smoker: 13,
  nether_portal: 11,
  crying_obsidian: 10,
  soul_campfire: 10,
  soul_fire: 10,
  soul_lantern: 10,
  soul_torch: 10,
  soul_wall_torch: 10,
  redstone_ore: 9,
  ender_chest: 7,
  redstone_torch: 7,
  redstone_wall_torch: 7,
  magma_block: 3,
  brewing_stand: 1,
  brown_mushroom: 1,
  dragon_egg: 1,
  end_portal_frame: 1,
};

function emitted({ kind, properties }: PlacedBlock): number {
  if (properties['lit'] === 'false') return 0;
  if (kind.name === 'respawn_anchor') return Math.floor((Number(properties['charges']) * 15) / 4);
  if (kind.name === 'sea_pickle')
    return properties['waterlogged'] === 'true' ? 3 + 3 * Number(properties['pickles']) : 0;
  return shining[kind.name] ?? 0;
}

const words = (text: string): string[] => text.split(' ');

/** Transparent full cubes, liquids, and blocks that are always in liquids. */
const dimming = new Set([
  ...words('beacon chorus_flower cobweb end_gateway frosted_ice honey_block ice slime_block spawner'),
  ...words('bubble_column kelp kelp_plant lava seagrass tall_seagrass water'),
]);
/** Where minecraft-data takes a whole cube for glass, or something small for a whole cube. */
const opaque = new Set(
  words('barrel furnace glowstone observer redstone_block redstone_lamp redstone_ore sea_lantern tnt'),
);
const small = new Set([
  ...words('bamboo campfire conduit end_rod lectern scaffolding sea_pickle soul_campfire stonecutter'),
  ...words('turtle_egg'),
]);

function filtered({ kind, properties }: PlacedBlock): number {
  const { name } = kind;
  if (dimming.has(name) || /_leaves$|shulker_box$/.test(name)) return 1;
  const isCube =
    properties['type'] === 'double' ||
    properties['layers'] === '8' ||
    properties['extended'] === 'false' ||
    opaque.has(name) ||
    (kind.filterLight === 15 && kind.boundingBox === 'block' && !isPart(name) && !small.has(name));
  if (isCube) return 15;
  return properties['waterlogged'] === 'true' ? 1 : 0;
}

function isPart(name: string): boolean {
  return name === 'snow' || /_(slab|stairs)$/.test(name);
}

/** Blocks whose lower side is whole. */
const flat = new Set(
  words('daylight_detector enchanting_table end_portal_frame farmland grass_path lectern snow stonecutter'),
);

const side = (name: string | undefined): number => 1 << directions.findIndex((direction) => direction.name === name);

function closed({ kind, properties }: PlacedBlock): number {
  const ofHalf = (half: string | undefined): number => side(half === 'top' ? 'up' : 'down');
  if (kind.name.endsWith('_slab')) return properties['type'] === 'double' ? 0 : ofHalf(properties['type']);
  if (kind.name.endsWith('_stairs')) {
    const hasBack = !properties['shape']?.startsWith('outer');
    return ofHalf(properties['half']) | (hasBack ? side(properties['facing']) : 0);
  }
  return flat.has(kind.name) ? side('down') : 0;
}
