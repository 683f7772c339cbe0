import { hash } from '../noise.ts';
import type { Builder } from '../survival/builder.ts';
import type { Side } from '../survival/turned.ts';

interface Site {
  x: number;
  z: number;
}

/** One in each square of so many blocks, at this height, with bridges of this length on its four sides. */
const cell = 320;
const floor = 62;
const bridge = 46;
const reach = bridge + 8;

/** The fortresses that reach into the square of land from (x, z), `side` blocks wide. */
export function fortressesIn(seed: number, x: number, z: number, side: number): Site[] {
  const sites: Site[] = [];
  for (let cz = Math.floor((z - reach) / cell); cz <= Math.floor((z + side + reach) / cell); cz += 1) {
    for (let cx = Math.floor((x - reach) / cell); cx <= Math.floor((x + side + reach) / cell); cx += 1) {
      const place = hash(seed + 850, cx, cz);
      const free = cell - reach * 2;
      const at = { x: cx * cell + reach + (place % free), z: cz * cell + reach + ((place >>> 12) % free) };
      const isNear = at.x >= x - reach && at.x < x + side + reach && at.z >= z - reach && at.z < z + side + reach;
      if (isNear) sites.push(at);
    }
  }
  return sites;
}

/** A crossing with four bridges on pillars: to a spawner, a chest, nether wart, and a lookout. */
export function drawFortress(builder: Builder, { x, z }: Site): void {
  for (const front of [0, 1, 2, 3] as const) {
    builder.at({ x, y: floor, z, front });
    drawBridge(builder, front);
  }
  builder.box([-5, 0, -5], [5, 6, 5], (u, y, v) => {
    const isDoor = (Math.abs(u) <= 1 || Math.abs(v) <= 1) && y > 0 && y < 4;
    const isShell = Math.abs(u) === 5 || Math.abs(v) === 5 || y === 0 || y === 6;
    return isShell && !isDoor ? 'nether_bricks' : 'air';
  });
}

function drawBridge(builder: Builder, front: Side): void {
  builder.box([-2, -1, 6], [2, 0, bridge], 'nether_bricks');
  builder.box([-2, 1, 6], [2, 4, bridge], (u, y) => (Math.abs(u) === 2 && y === 1 ? 'nether_bricks' : 'air'));
  for (let v = 10; v <= bridge; v += 12) builder.box([-1, -floor + 4, v - 1], [1, -2, v + 1], 'nether_bricks');
  const far = bridge + 1;
  builder.box([-3, 0, far], [3, 5, far + 6], (u, y, v) => {
    const isDoor = v === far && Math.abs(u) <= 1 && y > 0 && y < 4;
    const isWall = Math.abs(u) === 3 || v === far || v === far + 6;
    // The lookout and the spawner have no roof.
    const isShell = y === 0 || (isWall && (front % 2 === 1 || y < 2)) || (y === 5 && front % 2 === 1);
    return isShell && !isDoor ? 'nether_bricks' : 'air';
  });
  if (front === 0) builder.spawner(0, 1, far + 3, 'blaze');
  if (front === 1) builder.chest(0, 1, far + 5, 0, 'fortress');
  if (front === 3) {
    builder.box([-2, 0, far + 2], [2, 0, far + 5], 'soul_sand');
    builder.box([-2, 1, far + 2], [2, 1, far + 5], 'nether_wart');
  }
}
