import { createBuilder, island } from '../builder.ts';
import type { Block } from '../visible-faces.ts';

/** An empty plot with a signpost: nothing is built here yet. */
export function plotScene(): Block[] {
  const scene = island(createBuilder(), 4);
  scene.box([0, 0], [0, 0], [1, 3], 'timber').box([-1, 1], [0, 0], [3, 4], 'timber');
  scene.put(2, 1, 1, 'leaf').put(-2, 2, 1, 'lantern').put(1, -2, 1, 'leaf');
  return scene.blocks();
}
