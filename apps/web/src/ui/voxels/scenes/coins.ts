import { createBuilder } from '../builder.ts';
import type { Block } from '../visible-faces.ts';

/** Stacks of coins by their heights, each a square of four blocks with a seam of sand; the last ones stand in front. */
function stacks(heights: readonly (readonly [x: number, y: number, height: number])[]): Block[] {
  const scene = createBuilder();
  for (const [x, y, height] of heights) {
    for (let z = 0; z < height; z += 1) {
      scene.box([x, x + 1], [y, y + 1], [z, z], (height - z) % 2 === 1 ? 'lantern' : 'sand');
    }
  }
  return scene.blocks();
}

export const fewCoinsScene = () =>
  stacks([
    [0, 0, 2],
    [3, 1, 1],
  ]);

export const someCoinsScene = () =>
  stacks([
    [0, 0, 5],
    [3, 0, 3],
  ]);

export const manyCoinsScene = () =>
  stacks([
    [0, 0, 7],
    [3, 0, 5],
    [0, 3, 3],
  ]);

/** An overflowing chest. */
export function chestOfCoinsScene(): Block[] {
  const scene = createBuilder();
  scene.box([0, 5], [0, 3], [0, 2], 'timber').box([0, 5], [0, 3], [3, 3], 'soil');
  scene.box([1, 4], [1, 2], [3, 4], 'lantern').box([2, 3], [1, 2], [5, 5], 'lantern').put(2, 3, 2, 'stone');
  scene.box([0, 5], [-1, -1], [3, 5], 'timber').box([3, 3], [3, 3], [1, 2], 'stone').put(2, 3, 1, 'stone');
  scene
    .box([7, 8], [0, 1], [0, 0], 'lantern')
    .box([7, 8], [0, 1], [1, 1], 'sand')
    .box([1, 2], [5, 6], [0, 0], 'lantern');
  return scene.blocks();
}
