import { createBuilder, island, tree } from '../builder.ts';
import type { Block } from '../visible-faces.ts';

/** A small island with a house and its light on: somebody's realm, seen from afar. */
export function isletScene(): Block[] {
  const scene = island(createBuilder(), 3);
  scene.box([-2, 0], [-2, 0], [1, 2], 'stone').box([-2, 0], [-2, 0], [3, 3], 'roof').put(-1, -1, 4, 'roof');
  scene.put(-1, 0, 1, 'timber').put(0, -1, 2, 'window');
  tree(scene, 2, 1, 1);
  return scene.blocks();
}
