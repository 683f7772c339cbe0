import { createBuilder } from '../builder.ts';
import type { Block } from '../visible-faces.ts';

/** A small cloud. */
export function cloudScene(): Block[] {
  const scene = createBuilder();
  scene
    .box([0, 5], [0, 2], [0, 0], 'cloud')
    .box([1, 3], [0, 1], [1, 1], 'cloud')
    .box([-2, -1], [1, 2], [0, 0], 'cloud');
  return scene.blocks();
}
