import type { Compound } from '../world-format/nbt-fields.ts';

/** The blocks of a chunk's 16 × 256 × 16: block states, at index y << 8 | (z & 15) << 4 | (x & 15). */
export type ChunkBlocks = Uint16Array;

export const chunkBlocks = 16 * 256 * 16;

/**
 * A world that this product brings along. It is a pure function of the seed and the place, because of a world only those
 * chunks are stored that somebody has changed: what a map makes must therefore never change. A better one is a new map.
 */
export interface OfficialMap {
  name: string;
  /** Number of the biome that the client is told of: it sets the colours of grass, leaves, water and sky. */
  biome: number;
  /** Where there are several: those of a chunk's 4 × 64 × 4 cells, at y << 4 | z << 2 | x, each of 4 blocks a side. */
  biomes?(seed: number, chunkX: number, chunkZ: number): readonly number[];
  /** Blocks from the spawn point beyond which all is as it is everywhere; absent: there is no such place. */
  reach?: number;
  /** Where players appear: the block that their feet are in. Firm ground below, two blocks of air. */
  spawn(seed: number): { x: number; y: number; z: number };
  /**
   * Fills `blocks`, which are all air, for the chunk at block (chunkX * 16, chunkZ * 16).
   * @returns what blocks of it hold, as block entities of the game's files
   */
  fill(seed: number, chunkX: number, chunkZ: number, blocks: ChunkBlocks): Compound[] | undefined;
  /** The beds of its villages in the square of land from (x, z), `side` blocks wide. */
  beds?(seed: number, x: number, z: number, side: number): VillageBed[];
  /** What can be located on it, by the game's names. */
  structures?: Structures;
}

/** The head of a bed, what who sleeps there is, in the game's words, and where the well of the village is, as `x,z`. */
export interface VillageBed {
  x: number;
  y: number;
  z: number;
  profession: string;
  dress: string;
  village: string;
}

interface Structures {
  names: readonly string[];
  /** The nearest one, in blocks, that `isInside` lets be. */
  nearest(seed: number, name: string, from: Place, isInside: (at: Place) => boolean): Place | null;
}

interface Place {
  x: number;
  z: number;
}

/** A chunk as the map makes it: the block states of its sections, 4096 each, and what blocks of it hold. */
export function drawnColumn(
  map: OfficialMap,
  seed: number,
  x: number,
  z: number,
): { sections: Uint16Array[]; blockEntities: Compound[] } {
  const blocks = new Uint16Array(chunkBlocks);
  const blockEntities = map.fill(seed, x, z, blocks) ?? [];
  return { sections: Array.from({ length: 16 }, (_, y) => blocks.subarray(y << 12, (y + 1) << 12)), blockEntities };
}
