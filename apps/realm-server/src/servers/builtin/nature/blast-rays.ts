import type { Vec3 } from 'vec3';
import { type PlacedBlock, placedBlock } from '../land/block-state.ts';
import type { Game } from '../rules/game.ts';
import { worldHeight } from '../rules/place.ts';
import { fluidOf } from '../land/fluid.ts';

/** Of the rays: so many start along each edge of a cube, and go on by so much. */
const raysAlong = 16;
const step = 0.3;
/** Of its strength a ray loses so much in a step, and in blocks more. */
const lossOfStep = 0.225;
const liquidResistance = 100;
const unknown = 0xff_ff;

/** The blocks around an explosion, each looked up once. */
export class Nearby {
  readonly #game: Game;
  readonly #low: Vec3;
  readonly #size: number;
  readonly #states: Uint16Array;
  /** Less than 0 until it is known. */
  readonly #losses: Float32Array;

  constructor(game: Game, at: Vec3, reach: number) {
    this.#game = game;
    this.#low = at.floored().offset(-reach, -reach, -reach);
    this.#size = reach * 2 + 1;
    this.#states = new Uint16Array(this.#size ** 3).fill(unknown);
    this.#losses = new Float32Array(this.#size ** 3).fill(-1);
  }

  /** The number of a place here; -1 beyond. */
  index(x: number, y: number, z: number): number {
    const [low, size] = [this.#low, this.#size];
    const dx = Math.floor(x) - low.x;
    const dy = Math.floor(y) - low.y;
    const dz = Math.floor(z) - low.z;
    const isHere = dx >= 0 && dy >= 0 && dz >= 0 && dx < size && dy < size && dz < size;
    return isHere ? (dx * size + dy) * size + dz : -1;
  }

  placeOf(index: number): Vec3 {
    const size = this.#size;
    return this.#low.offset(Math.floor(index / size / size), Math.floor(index / size) % size, index % size);
  }

  block(index: number): PlacedBlock | null {
    let state = this.#states[index] ?? 0;
    if (state === unknown) {
      const at = this.placeOf(index);
      const isThere = at.y >= 0 && at.y < worldHeight && this.#game.world.isSeen(at);
      this.#states[index] = state = isThere ? this.#game.world.blockStateAt(at) : 0;
    }
    return placedBlock(this.#game.squid.registry, state);
  }

  /** What a step through it takes away of a ray beyond what air does. */
  lossIn(index: number): number {
    let loss = this.#losses[index] ?? 0;
    if (loss < 0) {
      const block = this.block(index);
      const resistance = Math.max(block?.kind.resistance ?? 0, fluidOf(block) ? liquidResistance : 0);
      this.#losses[index] = loss = isAir(block) ? 0 : (resistance + 0.3) * step;
    }
    return loss;
  }
}

const isAir = (block: PlacedBlock | null): boolean => !block || /^(cave_|void_)?air$/.test(block.kind.name);

/** Where rays from the middle still have strength. */
export function reached(near: Nearby, at: Vec3, power: number): Vec3[] {
  const found = new Set<number>();
  const edge = raysAlong - 1;
  const isEdge = (n: number): boolean => n === 0 || n === edge;
  for (let n = 0; n < raysAlong ** 3; n += 1) {
    const along = [n % raysAlong, Math.floor(n / raysAlong) % raysAlong, Math.floor(n / raysAlong ** 2)];
    if (!along.some(isEdge)) continue;
    const [x = 0, y = 0, z = 0] = along.map((value) => (value / edge) * 2 - 1);
    const pace = step / Math.hypot(x, y, z);
    let way = 0;
    for (let strength = power * (0.7 + Math.random() * 0.6); strength > 0; strength -= lossOfStep) {
      const index = near.index(at.x + x * way, at.y + y * way, at.z + z * way);
      if (index < 0) break;
      const loss = near.lossIn(index);
      strength -= loss;
      if (strength > 0 && loss > 0) found.add(index);
      way += pace;
    }
  }
  return [...found].map((index) => near.placeOf(index)).filter(({ y }) => y >= 0 && y < worldHeight);
}

/** How much of something is not hidden behind blocks: from 0 to 1. */
export function exposure(
  near: Nearby,
  at: Vec3,
  { position, width, height }: { position: Vec3; width: number; height: number },
): number {
  const [across, up] = [1 / (width * 2 + 1), 1 / (height * 2 + 1)];
  let [all, seen] = [0, 0];
  for (let x = 0; x <= 1; x += across) {
    for (let y = 0; y <= 1; y += up) {
      for (let z = 0; z <= 1; z += across) {
        all += 1;
        if (isOpen(near, position.offset((x - 0.5) * width, y * height, (z - 0.5) * width), at)) seen += 1;
      }
    }
  }
  return seen / all;
}

function isOpen(near: Nearby, from: Vec3, to: Vec3): boolean {
  const way = to.minus(from);
  const steps = Math.ceil(way.norm() / step);
  for (let n = 0; n < steps; n += 1) {
    const index = near.index(from.x + (way.x * n) / steps, from.y + (way.y * n) / steps, from.z + (way.z * n) / steps);
    if (index >= 0 && near.block(index)?.kind.boundingBox === 'block') return false;
  }
  return true;
}
