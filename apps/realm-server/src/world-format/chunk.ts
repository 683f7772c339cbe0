/** The parts that are used of the game's constants and of prismarine-chunk, which have no types. */

export interface Block {
  id: number;
  name: string;
  minStateId: number;
  maxStateId: number;
  defaultState: number;
  diggable: boolean;
  boundingBox: string;
  transparent: boolean;
  /** Levels of light that it takes away; not right for every block. */
  filterLight: number;
  material?: string;
  /** Null or less than 0 for what nothing breaks. */
  hardness: number | null;
  /** Against explosions. */
  resistance: number;
  /** The items that it drops anything for; none for every item. */
  harvestTools?: Record<number, boolean | undefined>;
  drops: number[];
  states: { name: string; type: string; num_values: number; values?: string[] }[];
}

/** A kind of item. */
interface ItemKind {
  id: number;
  name: string;
  stackSize: number;
  maxDurability?: number;
  enchantCategories?: string[];
  /** The names of what an anvil mends it with. */
  repairWith?: string[];
}

/** An enchantment; its cost ranges between two values of the form a × level + b. */
export interface Enchantment {
  id: number;
  name: string;
  maxLevel: number;
  minCost: { a: number; b: number };
  maxCost: { a: number; b: number };
  /** Those that do not go with it. */
  exclude: string[];
  category: string;
  weight: number;
  treasureOnly: boolean;
  curse: boolean;
}

interface EntityKind {
  id: number;
  name: string;
  /** 'Passive mobs' and 'Hostile mobs' are what lives. */
  category: string;
  width: number;
  height: number;
}

/** A kind of dimension, as the game's packets have it. */
interface DimensionType {
  name: { value: string };
  element: { value: unknown };
}

/** The game's constants of one version. */
export interface Registry {
  blocksByName: Record<string, Block>;
  blocksByStateId: Record<number, Block>;
  items: Record<number, ItemKind | undefined>;
  itemsByName: Record<string, ItemKind | undefined>;
  /** How many times as fast as the hand each item digs blocks of a material. */
  materials: Record<string, Record<number, number | undefined> | undefined>;
  enchantmentsArray: Enchantment[];
  enchantmentsByName: Record<string, Enchantment | undefined>;
  entitiesByName: Record<string, EntityKind | undefined>;
  biomes: Record<number, { temperature: number } | undefined>;
  effectsArray: { id: number; name: string }[];
  loginPacket: Record<string, unknown> & {
    dimensionCodec: {
      value: { 'minecraft:dimension_type': { value: { value: { value: { value: DimensionType[] } } } } };
    };
  };
  version: { version: number; minecraftVersion: string };
}

export interface ColumnPosition {
  x: number;
  y: number;
  z: number;
}

/** A chunk of prismarine-chunk at 1.16: what `block-column.ts` builds upon. */
export interface ChunkClass {
  new (): BlockColumn;
  section: new (parts: {
    data: BitArray;
    palette: number[] | null;
    solidBlockCount: number;
    maxBitsPerBlock: number;
  }) => Section;
}

/** 16 × 256 × 16 blocks. */
export interface BlockColumn {
  biomes: readonly number[];
  sections: (Section | null)[];
  sectionMask: number;
  maxBitsPerBlock: number;
  getBlock(position: ColumnPosition): unknown;
  getBlockStateId(position: ColumnPosition): number;
  setBlockStateId(position: ColumnPosition, stateId: number): void;
}

export interface Section {
  data: BitArray;
  palette: number[] | null;
  solidBlockCount: number;
}

export interface BitArray {
  data: Uint32Array;
  bitsPerValue: number;
  get(index: number): number;
}
