import { createBuilder, island, tree } from '../builder.ts';
import type { Block } from '../visible-faces.ts';

/** A bridge that ends in the air. */
export function brokenBridgeScene(): Block[] {
  const scene = island(createBuilder(), 3);
  scene.box([2, 6], [-1, 0], [0, 0], 'timber').put(7, 0, 0, 'timber').put(8, -1, -1, 'timber').put(10, 0, -3, 'timber');
  scene.box([2, 2], [-1, -1], [1, 2], 'timber').box([5, 5], [-1, -1], [1, 2], 'timber');
  tree(scene, -1, -1);
  return scene.blocks();
}
