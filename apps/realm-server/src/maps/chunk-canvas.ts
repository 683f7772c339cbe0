import { blockStates, type BlockName } from './blocks.ts';
import { chance, hash } from './noise.ts';
import type { ChunkBlocks } from './official-map.ts';

/** Draws into one chunk by the world's coordinates; what lies outside is left out. */
export class ChunkCanvas {
  readonly x: number;
  readonly z: number;
  readonly #blocks: ChunkBlocks;

  constructor(blocks: ChunkBlocks, chunkX: number, chunkZ: number) {
    this.#blocks = blocks;
    this.x = chunkX * 16;
    this.z = chunkZ * 16;
  }

  set(x: number, y: number, z: number, block: BlockName): void {
    this.put(x, y, z, blockStates[block]);
  }

  /** Sets the block where there is air. */
  fillAir(x: number, y: number, z: number, block: BlockName): void {
    this.putAir(x, y, z, blockStates[block]);
  }

  /** The same of a block state that has no name here. */
  put(x: number, y: number, z: number, state: number): void {
    const index = this.#index(x, y, z);
    if (index >= 0) this.#blocks[index] = state;
  }

  putAir(x: number, y: number, z: number, state: number): void {
    const index = this.#index(x, y, z);
    if (index >= 0 && this.#blocks[index] === blockStates.air) this.#blocks[index] = state;
  }

  /** The state of a block; -1 outside of the chunk. */
  at(x: number, y: number, z: number): number {
    return this.#blocks[this.#index(x, y, z)] ?? -1;
  }

  /** A column from `fromY` up to and with `toY`. */
  column(x: number, fromY: number, toY: number, z: number, block: BlockName): void {
    const state = blockStates[block];
    const last = this.#index(x, Math.min(255, toY), z);
    for (let index = this.#index(x, Math.max(0, fromY), z); index >= 0 && index <= last; index += 256)
      this.#blocks[index] = state;
  }

  /** Bedrock, and `block` from there up to and with `toY`, in the whole chunk. */
  base(toY: number, block: BlockName): void {
    this.#blocks.fill(blockStates.bedrock, 0, 256);
    this.#blocks.fill(blockStates[block], 256, (toY + 1) << 8);
  }

  /** Calls `draw` with each of the chunk's 16 × 16 places. */
  eachColumn(draw: (x: number, z: number) => void): void {
    for (let z = this.z; z < this.z + 16; z += 1) {
      for (let x = this.x; x < this.x + 16; x += 1) draw(x, z);
    }
  }

  /**
   * Calls `draw` for things that stand in the chunk or reach into it: one place at random in each cell of the grid.
   * @param cell the grid's width; @param reach how far a thing extends from its place, both in blocks.
   */
  eachThing(seed: number, cell: number, reach: number, draw: (x: number, z: number, luck: number) => void): void {
    const last = (from: number): number => Math.floor((from + 15 + reach) / cell);
    for (let cz = Math.floor((this.z - reach) / cell); cz <= last(this.z); cz += 1) {
      for (let cx = Math.floor((this.x - reach) / cell); cx <= last(this.x); cx += 1) {
        const place = hash(seed, cx, cz);
        const x = cx * cell + (place % cell);
        const z = cz * cell + ((place >>> 10) % cell);
        draw(x, z, chance(seed + 1, cx, cz));
      }
    }
  }

  /** A round tree with its trunk's foot at (x, y, z). */
  tree(x: number, y: number, z: number, height: number, log: BlockName, leaves: BlockName): void {
    const top = y + height;
    for (let dy = -2; dy <= 1; dy += 1) {
      const radius = dy < 0 ? 2 : 1;
      for (let dz = -radius; dz <= radius; dz += 1) {
        for (let dx = -radius; dx <= radius; dx += 1) {
          const corner = Math.abs(dx) === radius && Math.abs(dz) === radius;
          if (corner && (dy === 1 || chance(dy + 7, x + dx, z + dz) < 0.6)) continue;
          this.fillAir(x + dx, top + dy, z + dz, leaves);
        }
      }
    }
    this.column(x, y, top - 1, z, log);
  }

  /** A heap of stones, half in the ground. */
  boulder(x: number, y: number, z: number, radius: number, stone: (dx: number, dz: number) => BlockName): void {
    const reach = Math.ceil(radius);
    for (let dy = -1; dy <= reach; dy += 1) {
      for (let dz = -reach; dz <= reach; dz += 1) {
        for (let dx = -reach; dx <= reach; dx += 1) {
          if (dx * dx + dz * dz + dy * dy * 1.6 <= radius * radius) this.set(x + dx, y + dy, z + dz, stone(dx, dz));
        }
      }
    }
  }

  #index(x: number, y: number, z: number): number {
    const inside = x >= this.x && x < this.x + 16 && z >= this.z && z < this.z + 16 && y >= 0 && y < 256;
    return inside ? (y << 8) | ((z & 15) << 4) | (x & 15) : -1;
  }
}
