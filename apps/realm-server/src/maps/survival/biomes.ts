import type { BlockName } from '../blocks.ts';
import type { TreeKind } from './trees.ts';

/** What grows on the ground of a biome, and what that is made of. */
export interface Biome {
  /** Its id in the game, which sets the colours of grass, leaves, water and sky. */
  id: number;
  top: BlockName;
  below: BlockName;
  /** Of the places for a tree, which are 5 blocks apart, how many have one, and of which kinds. */
  trees: number;
  kinds?: readonly TreeKind[];
  /** Of the blocks of its ground, how many bear grass or the like, and how many flowers. */
  grass: number;
  flowers: number;
  /** Of its oaks and birches, how many have a nest of bees. */
  nests?: number;
  /** Snow lies, and water freezes. */
  isCold?: true;
  /** What its village is made of; absent: it has none. */
  village?: 'oak' | 'spruce' | 'acacia' | 'sandstone';
}

const earth = { top: 'grass_block', below: 'dirt' } as const;
const bare = { trees: 0, grass: 0, flowers: 0 } as const;
const sandy = { top: 'sand', below: 'sand', ...bare } as const;
const seabed = { top: 'gravel', below: 'gravel', ...bare } as const;

export const biomes = {
  ocean: { id: 0, ...seabed },
  deep_ocean: { id: 24, ...seabed },
  frozen_ocean: { id: 10, ...seabed, isCold: true },
  warm_ocean: { id: 45, ...sandy },
  river: { id: 7, ...sandy },
  frozen_river: { id: 11, ...sandy, isCold: true },
  beach: { id: 16, ...sandy },
  snowy_beach: { id: 26, ...sandy, isCold: true },
  plains: { id: 1, ...earth, trees: 0.02, kinds: ['oak'], nests: 0.05, grass: 0.22, flowers: 0.02, village: 'oak' },
  sunflower_plains: {
    id: 129,
    ...earth,
    trees: 0.01,
    kinds: ['oak'],
    nests: 0.05,
    grass: 0.22,
    flowers: 0.05,
    village: 'oak',
  },
  forest: {
    id: 4,
    ...earth,
    trees: 0.75,
    kinds: ['oak', 'oak', 'oak', 'birch'],
    nests: 0.002,
    grass: 0.08,
    flowers: 0.015,
  },
  flower_forest: { id: 132, ...earth, trees: 0.4, kinds: ['oak', 'birch'], nests: 0.02, grass: 0.06, flowers: 0.16 },
  birch_forest: { id: 27, ...earth, trees: 0.75, kinds: ['birch'], grass: 0.08, flowers: 0.02 },
  dark_forest: { id: 29, ...earth, trees: 0.95, kinds: ['dark_oak', 'dark_oak', 'oak'], grass: 0.05, flowers: 0.01 },
  taiga: { id: 5, ...earth, trees: 0.7, kinds: ['spruce'], grass: 0.16, flowers: 0.002, village: 'spruce' },
  snowy_taiga: { id: 30, ...earth, trees: 0.6, kinds: ['spruce'], grass: 0.04, flowers: 0, isCold: true },
  snowy_tundra: {
    id: 12,
    ...earth,
    trees: 0.02,
    kinds: ['spruce'],
    grass: 0.02,
    flowers: 0,
    isCold: true,
    village: 'spruce',
  },
  desert: { id: 2, ...sandy, grass: 0.008, village: 'sandstone' },
  savanna: {
    id: 35,
    ...earth,
    trees: 0.07,
    kinds: ['acacia', 'acacia', 'oak'],
    grass: 0.45,
    flowers: 0.004,
    village: 'acacia',
  },
  mountains: { id: 3, ...earth, trees: 0.1, kinds: ['spruce', 'oak'], grass: 0.1, flowers: 0.004 },
} as const satisfies Record<string, Biome>;

export type BiomeName = keyof typeof biomes;
