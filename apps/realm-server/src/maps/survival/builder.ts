import type { Compound } from '../../world-format/nbt-fields.ts';
import type { BlockName } from '../blocks.ts';
import type { ChunkCanvas } from '../chunk-canvas.ts';
import { chestWith, type Loot, spawnerOf } from './loot.ts';
import { type Side, type TurnedBlock, turnedState } from './turned.ts';

/** Where a building stands: its origin, and the side its front faces. */
export interface Stand {
  x: number;
  y: number;
  z: number;
  front: Side;
}

/** Draws in a building's own coordinates, as seen from the front: u to the right, v to the back. Its front is side 0, its right side 1. */
export class Builder {
  readonly canvas: ChunkCanvas;
  readonly seed: number;
  /** What blocks of the chunk hold. */
  readonly things: Compound[];
  #stand: Stand = { x: 0, y: 0, z: 0, front: 0 };

  constructor(canvas: ChunkCanvas, seed: number, things: Compound[]) {
    this.canvas = canvas;
    this.seed = seed;
    this.things = things;
  }

  /** From now on it draws another building. */
  at(stand: Stand): this {
    this.#stand = stand;
    return this;
  }

  set(u: number, y: number, v: number, block: BlockName): void {
    const at = this.place(u, y, v);
    this.canvas.set(at.x, at.y, at.z, block);
  }

  /** A block that looks to one of the building's sides. */
  turn(u: number, y: number, v: number, block: TurnedBlock, side: number): void {
    const at = this.place(u, y, v);
    this.canvas.put(at.x, at.y, at.z, turnedState(block, this.sideOf(side)));
  }

  /** Both corners are included. `block` may be a function of the place; null leaves a block as it is. */
  box(
    from: readonly [number, number, number],
    to: readonly [number, number, number],
    block: BlockName | ((u: number, y: number, v: number) => BlockName | null),
  ): void {
    for (let y = from[1]; y <= to[1]; y += 1) {
      for (let v = from[2]; v <= to[2]; v += 1) {
        for (let u = from[0]; u <= to[0]; u += 1) {
          const name = typeof block === 'string' ? block : block(u, y, v);
          if (name !== null) this.set(u, y, v, name);
        }
      }
    }
  }

  chest(u: number, y: number, v: number, side: number, loot: Loot): void {
    this.turn(u, y, v, 'chest', side);
    this.#keep(u, y, v, (at) => chestWith(loot, this.seed, at.x, at.y, at.z));
  }

  spawner(u: number, y: number, v: number, creature: string): void {
    this.set(u, y, v, 'spawner');
    this.#keep(u, y, v, (at) => spawnerOf(creature, at.x, at.y, at.z));
  }

  /** A pane in a wall that runs along u, or along v. */
  pane(u: number, y: number, v: number, isAlongU: boolean): void {
    const isAlongX = isAlongU === (this.#stand.front % 2 === 0);
    this.set(u, y, v, isAlongX ? 'glass_pane[east=true,west=true]' : 'glass_pane[north=true,south=true]');
  }

  place(u: number, y: number, v: number): { x: number; y: number; z: number } {
    return placeIn(this.#stand, u, y, v);
  }

  sideOf(side: number): Side {
    return ((this.#stand.front + side) & 3) as Side;
  }

  #keep(u: number, y: number, v: number, thing: (at: { x: number; y: number; z: number }) => Compound): void {
    const at = this.place(u, y, v);
    if (this.canvas.at(at.x, at.y, at.z) >= 0) this.things.push(thing(at));
  }
}

/** Where in the world a place of a building is. */
export function placeIn(
  { x, y: floor, z, front }: Stand,
  u: number,
  y: number,
  v: number,
): { x: number; y: number; z: number } {
  const [dx, dz] = (
    [
      [u, v],
      [-v, u],
      [-u, -v],
      [v, -u],
    ] as const
  )[front];
  return { x: x + dx, y: floor + y, z: z + dz };
}
