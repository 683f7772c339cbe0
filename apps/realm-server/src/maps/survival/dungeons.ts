import { blockStates } from '../blocks.ts';
import { chance, hash } from '../noise.ts';
import type { Builder } from './builder.ts';
import { isCave } from './caves.ts';
import { groundAt } from './terrain.ts';

/** One in each square of so many blocks, where one of some heights has a cave beside it. */
const grid = 48;
const reach = 4;
const creatures = ['zombie', 'zombie', 'skeleton', 'spider'] as const;

/** Small rooms beside caves, with a spawner and chests. */
export function drawDungeons(builder: Builder): void {
  const { canvas, seed } = builder;
  canvas.eachThing(seed + 5100, grid, reach, (x, z, luck) => {
    const isOutside =
      x + reach < canvas.x || x - reach > canvas.x + 15 || z + reach < canvas.z || z - reach > canvas.z + 15;
    if (isOutside) return;
    const most = groundAt(seed, x, z).y - 14;
    for (let i = 0; i < 8; i += 1) {
      const y = 12 + (hash(seed + 5101 + i, x, z) % 40);
      const isBeside = y < most && [-4, 4].some((d) => isCave(seed, x + d, y + 1, z) || isCave(seed, x, y + 1, z + d));
      if (isBeside && !isCave(seed, x, y, z)) return drawDungeon(builder, x, y, z, luck);
    }
  });
}

function drawDungeon(builder: Builder, x: number, y: number, z: number, luck: number): void {
  const { seed, canvas } = builder;
  builder.at({ x, y, z, front: 0 });
  builder.box([-4, 0, -4], [4, 4, 4], (u, up, v) => {
    if (Math.abs(u) < 4 && Math.abs(v) < 4 && up > 0 && up < 4) return 'air';
    // Where a cave meets the wall, there is an entrance.
    if (up > 0 && canvas.at(x + u, y + up, z + v) === blockStates.air) return null;
    return chance(seed + 5110 + up, x + u, z + v) < 0.4 ? 'mossy_cobblestone' : 'cobblestone';
  });
  builder.spawner(0, 1, 0, creatures[Math.floor(luck * creatures.length)] ?? 'zombie');
  builder.chest(-3, 1, (Math.floor(luck * 40) % 5) - 2, 1, 'dungeon');
  if (luck > 0.5) builder.chest((Math.floor(luck * 50) % 5) - 2, 1, 3, 0, 'dungeon');
}
