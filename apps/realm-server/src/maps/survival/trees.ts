import type { Compound } from '../../world-format/nbt-fields.ts';
import type { ChunkCanvas } from '../chunk-canvas.ts';
import { blockStates } from '../blocks.ts';
import { chance, hash } from '../noise.ts';
import { nestWith } from './loot.ts';

/** The lowest state of each kind's leaves; further states are by the distance to a log, and whether a player placed them. */
const leaves = { oak: 145, spruce: 159, birch: 173, acacia: 201, dark_oak: 215 } as const;
const logs = {
  oak: 'oak_log',
  spruce: 'spruce_log',
  birch: 'birch_log',
  acacia: 'acacia_log',
  dark_oak: 'dark_oak_log',
} as const;

const leafCount = 14;

/** The names of leaves, and each of their states. */
export const leafStates = Object.entries(leaves).flatMap(([kind, first]) =>
  Array.from({ length: leafCount }, (_, i) => [`${kind}_leaves`, first + i] as const),
);

export type TreeKind = keyof typeof leaves;

/** How far any tree reaches from its foot. */
export const treeReach = 5;

/** A tree with its foot at (x, y, z), the same whichever column it is drawn into. @param hasNest whether bees live on it, where it is an oak or a birch */
export function drawTree(
  canvas: ChunkCanvas,
  seed: number,
  kind: TreeKind,
  { x, y, z, hasNest }: { x: number; y: number; z: number; hasNest: boolean },
): Compound[] {
  const shape = hash(seed + 62, x, z);
  canvas.set(x, y - 1, z, 'dirt');
  if (kind === 'spruce') drawSpruce(canvas, x, y, z, 6 + (shape % 4));
  else if (kind === 'acacia') drawAcacia(canvas, x, y, z, shape);
  else if (kind === 'dark_oak') drawDarkOak(canvas, x, y, z, 6 + (shape % 3));
  else return drawRound(canvas, kind, { x, y, z, hasNest }, (kind === 'birch' ? 5 : 4) + (shape % 3));
  return [];
}

/** @returns what its nest holds, where that is in the chunk */
function drawRound(
  canvas: ChunkCanvas,
  kind: TreeKind,
  { x, y, z, hasNest }: { x: number; y: number; z: number; hasNest: boolean },
  height: number,
): Compound[] {
  for (let dy = -2; dy <= 1; dy += 1)
    disc(canvas, kind, { x, y: y + height + dy, z }, dy < 0 ? 2 : 1, { log: y + height - 1, ragged: dy !== 0 });
  canvas.column(x, y, y + height - 1, z, logs[kind]);
  // Below the leaves, as the game has it always on the south.
  const nest = { x, y: y + height - 3, z: z + 1 };
  if (!hasNest || canvas.at(nest.x, nest.y, nest.z) !== blockStates.air) return [];
  canvas.set(nest.x, nest.y, nest.z, 'bee_nest[facing=south]');
  return [nestWith(2 + (hash(height, x, z) % 2), nest.x, nest.y, nest.z)];
}

interface Layer {
  /** The highest log below or beside it. */
  log: number;
  /** Whether corners are missing by chance, and not all. */
  ragged?: boolean;
}

/** A layer of leaves around the trunk, without corners. */
function disc(
  canvas: ChunkCanvas,
  kind: TreeKind,
  { x, y, z }: { x: number; y: number; z: number },
  radius: number,
  { log, ragged = false }: Layer,
): void {
  for (let dz = -radius; dz <= radius; dz += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      const far = Math.abs(dx) + Math.abs(dz);
      const isCorner = Math.abs(dx) === radius && Math.abs(dz) === radius && radius > 0;
      if (isCorner && !(ragged && radius > 1 && chance(y, x + dx, z + dz) < 0.5)) continue;
      // Beyond six steps from a log they would wither.
      const distance = Math.min(7, Math.max(1, far + Math.max(0, y - log)));
      canvas.putAir(x + dx, y, z + dz, leaves[kind] + (distance - 1) * 2 + 1);
    }
  }
}

function drawSpruce(canvas: ChunkCanvas, x: number, y: number, z: number, height: number): void {
  const log = y + height - 1;
  disc(canvas, 'spruce', { x, y: log + 2, z }, 0, { log });
  disc(canvas, 'spruce', { x, y: log + 1, z }, 1, { log });
  const widest = height > 7 ? 3 : 2;
  let radius = 0;
  for (let dy = height - 1; dy >= 2; dy -= 1) {
    radius = radius >= Math.min(widest, 1 + Math.floor((height - dy) / 2)) ? 1 : radius + 1;
    disc(canvas, 'spruce', { x, y: y + dy, z }, radius, { log });
  }
  canvas.column(x, y, log, z, 'spruce_log');
}

/** A trunk that bends to one side, and flat crowns. */
function drawAcacia(canvas: ChunkCanvas, x: number, y: number, z: number, shape: number): void {
  const [dx, dz] = (
    [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const
  )[shape & 3] ?? [1, 0];
  const bend = 2 + ((shape >>> 2) % 2);
  const height = bend + 2 + ((shape >>> 4) % 2);
  const lean = height - bend;
  const top = { x: x + dx * lean, y: y + height, z: z + dz * lean };
  disc(canvas, 'acacia', top, 3 - (lean > 2 ? 1 : 0), { log: top.y - 1 });
  disc(canvas, 'acacia', { ...top, y: top.y + 1 }, 1, { log: top.y - 1 });
  canvas.column(x, y, y + bend - 1, z, 'acacia_log');
  for (let step = 1; step <= lean; step += 1)
    canvas.set(x + dx * step, y + bend + step - 1, z + dz * step, 'acacia_log');
}

/** Four logs side by side under a wide crown. */
function drawDarkOak(canvas: ChunkCanvas, x: number, y: number, z: number, height: number): void {
  const log = y + height - 1;
  const corners = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const;
  for (const [dx, dz] of corners) {
    disc(canvas, 'dark_oak', { x: x + dx, y: log, z: z + dz }, 3, { log });
    disc(canvas, 'dark_oak', { x: x + dx, y: log + 1, z: z + dz }, 2, { log });
  }
  for (const [dx, dz] of corners) {
    canvas.column(x + dx, y - 3, y - 1, z + dz, 'dirt');
    canvas.column(x + dx, y, log, z + dz, 'dark_oak_log');
  }
}

/** Whether leaves or logs of trees are of this state. */
export function isTree(state: number): boolean {
  return (
    (state >= blockStates.oak_log - 1 && state <= blockStates.dark_oak_log + 1) ||
    (state >= leaves.oak && state < leaves.dark_oak + leafCount)
  );
}
