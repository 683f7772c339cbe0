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
  /** Blocks from the spawn point beyond which all is as it is everywhere; absent: there is no such place. */
  reach?: number;
  /** Where players appear: the block that their feet are in. Firm ground below, two blocks of air. */
  spawn(seed: number): { x: number; y: number; z: number };
  /** Fills `blocks`, which are all air, for the chunk at block (chunkX * 16, chunkZ * 16). */
  fill(seed: number, chunkX: number, chunkZ: number, blocks: ChunkBlocks): void;
}
