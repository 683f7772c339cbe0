import { createBuilder, island } from '../builder.ts';
import type { Block } from '../visible-faces.ts';

/** A gate with its lanterns lit: ready. */
export function gateScene(): Block[] {
  const scene = island(createBuilder(), 4);
  scene.box([-2, -2], [0, 0], [1, 4], 'stone').box([2, 2], [0, 0], [1, 4], 'stone');
  scene.box([-2, 2], [0, 0], [5, 5], 'stone').box([-1, 1], [0, 0], [6, 6], 'roof');
  scene.put(-2, 1, 3, 'lantern').put(2, 1, 3, 'lantern').box([-1, 1], [-3, 3], [0, 0], 'sand');
  return scene.blocks();
}
