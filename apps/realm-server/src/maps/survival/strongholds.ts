import type { BlockName } from '../blocks.ts';
import { chance, hash } from '../noise.ts';
import type { Builder } from './builder.ts';
import type { Site } from './sites.ts';

/** Rooms on a grid, each as wide as that, walls included; the floor's height. */
const cell = 13;
const across = 4;
const floor = 20;
const height = 6;
const middle = (cell - 1) / 2;

const others = ['crossing', 'store', 'cells'] as const;
type Room = (typeof others)[number] | 'library' | 'portal';

/** A maze of rooms under the ground, with the portal room in one of its corners: its site is in the middle. */
export function drawStronghold(builder: Builder, site: Site): void {
  const { seed } = builder;
  const start = { x: site.x - (across * cell) / 2, z: site.z - (across * cell) / 2 };
  const portal = hash(seed + 5000, site.x, site.z) % 4;
  const library = (portal + 2) % 4;
  for (let row = 0; row < across; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const at = { x: start.x + column * cell, z: start.z + row * cell };
      const { canvas } = builder;
      const isNear =
        at.x <= canvas.x + 16 && at.x + cell >= canvas.x - 1 && at.z <= canvas.z + 16 && at.z + cell >= canvas.z - 1;
      if (!isNear) continue;
      builder.at({ ...at, y: floor, front: 0 });
      const corner = cornerOf(column, row);
      if (corner === portal) drawRoom(builder, 'portal');
      else if (corner === library) drawRoom(builder, 'library');
      else drawRoom(builder, others[hash(seed + 5001, at.x, at.z) % others.length] ?? 'crossing');
    }
  }
  // Doors last, as each is in the walls of two rooms.
  for (let row = 0; row < across; row += 1) {
    for (let column = 0; column < across; column += 1) {
      builder.at({ x: start.x + column * cell, y: floor, z: start.z + row * cell, front: 0 });
      // Each room but the first leads to the one before it, or to the one in the row before: so all hang together.
      const goesWest = row === 0 || (column > 0 && hash(seed + 5002, column + site.x, row + site.z) % 2 === 0);
      if (goesWest && column > 0) builder.box([-1, 1, middle - 1], [0, 3, middle + 1], 'air');
      else if (row > 0) builder.box([middle - 1, 1, -1], [middle + 1, 3, 0], 'air');
    }
  }
}

function cornerOf(column: number, row: number): number | null {
  const [isX, isZ] = [column === 0 || column === across - 1, row === 0 || row === across - 1];
  return isX && isZ ? (column === 0 ? 0 : 1) + (row === 0 ? 0 : 2) : null;
}

function drawRoom(builder: Builder, room: Room): void {
  const bricks = (u: number, y: number, v: number): BlockName => {
    const at = builder.place(u, y, v);
    const luck = chance(builder.seed + 5003 + y, at.x, at.z);
    return luck < 0.2 ? 'mossy_stone_bricks' : luck < 0.35 ? 'cracked_stone_bricks' : 'stone_bricks';
  };
  const last = cell - 1;
  builder.box([0, 0, 0], [last, height, last], (u, y, v) => {
    const isShell = u === 0 || u === last || v === 0 || v === last || y === 0 || y === height;
    return isShell ? bricks(u, y, v) : 'air';
  });
  for (const [u, side] of [
    [1, 1],
    [last - 1, 3],
  ] as const)
    builder.turn(u, 3, 2, 'wall_torch', side);
  if (room === 'portal') drawPortal(builder, bricks);
  else if (room === 'library') drawLibrary(builder);
  else if (room === 'store') {
    builder.box([middle - 1, 1, middle - 1], [middle + 1, 1, middle + 1], bricks);
    builder.chest(middle, 2, middle, 0, 'store');
  } else if (room === 'cells') {
    for (const u of [1, last - 4]) {
      builder.box([u, 1, 1], [u + 3, 3, 4], (at, _, v) => (v === 4 || at === (u === 1 ? 4 : u) ? 'iron_bars' : null));
      builder.box([u === 1 ? 4 : u, 1, 2], [u === 1 ? 4 : u, 2, 2], 'air');
    }
  } else {
    for (const [u, v] of [
      [3, 3],
      [9, 3],
      [3, 9],
      [9, 9],
    ] as const)
      builder.box([u, 1, v], [u, height - 1, v], bricks);
  }
}

function drawLibrary(builder: Builder): void {
  for (const v of [1, 3, 9, 11])
    builder.box([1, 1, v], [11, 4, v], (u) => (Math.abs(u - middle) > 1 ? 'bookshelf' : null));
  builder.box([1, 5, 1], [11, 5, 11], (u, y, v) => {
    const at = builder.place(u, y, v);
    return chance(builder.seed + 5004, at.x, at.z) < 0.12 ? 'cobweb' : null;
  });
  builder.chest(2, 1, middle, 1, 'library');
  builder.chest(10, 1, middle, 3, 'library');
}

/** Twelve frames around nothing, above lava; some have their eye. */
function drawPortal(builder: Builder, bricks: (u: number, y: number, v: number) => BlockName): void {
  builder.box([middle - 2, 1, middle - 2], [middle + 2, 2, middle + 2], bricks);
  builder.box([middle - 1, 1, middle - 1], [middle + 1, 1, middle + 1], 'lava');
  builder.box([middle - 1, 2, middle - 1], [middle + 1, 2, middle + 1], 'air');
  for (let i = -1; i <= 1; i += 1) {
    frame(builder, middle + i, middle - 2, 2);
    frame(builder, middle + i, middle + 2, 0);
    frame(builder, middle - 2, middle + i, 1);
    frame(builder, middle + 2, middle + i, 3);
    builder.turn(middle + i, 1, middle + 3, 'stone_brick_stairs', 0);
  }
  builder.spawner(middle, 1, middle + 4, 'silverfish');
}

function frame(builder: Builder, u: number, v: number, side: number): void {
  const at = builder.place(u, 2, v);
  const hasEye = chance(builder.seed + 5005, at.x, at.z) < 0.1;
  builder.turn(u, 2, v, `end_portal_frame[eye=${hasEye}]`, side);
}
