import { createBuilder } from '../builder.ts';
import type { Block } from '../visible-faces.ts';

/** The four beasts that the tiers are named after. They look to the left, where y grows. */

export function chickenScene(): Block[] {
  const scene = createBuilder();
  scene.box([0, 3], [0, 4], [2, 5], 'cloud').box([1, 2], [4, 5], [5, 9], 'cloud').box([0, 3], [5, 6], [6, 9], 'cloud');
  scene.box([1, 2], [7, 8], [7, 7], 'lantern').box([1, 2], [7, 7], [6, 6], 'roof');
  scene.put(0, 6, 8, 'soil').put(3, 6, 8, 'soil');
  scene.box([4, 4], [1, 3], [3, 4], 'stone').box([-1, -1], [1, 3], [3, 4], 'stone');
  scene.box([0, 0], [2, 2], [0, 1], 'lantern').box([3, 3], [2, 2], [0, 1], 'lantern');
  scene.put(0, 3, 0, 'lantern').put(3, 3, 0, 'lantern');
  return scene.blocks();
}

export function zombieScene(): Block[] {
  const scene = createBuilder();
  scene.box([0, 1], [0, 1], [0, 3], 'stone').box([2, 3], [0, 1], [0, 3], 'stone');
  scene.box([0, 3], [0, 1], [4, 8], 'water');
  scene
    .box([0, 3], [-1, 2], [9, 12], 'leaf')
    .put(0, 2, 11, 'soil')
    .put(3, 2, 11, 'soil')
    .box([1, 2], [2, 2], [9, 9], 'soil');
  scene.box([-1, -1], [0, 1], [7, 8], 'water').box([-1, -1], [2, 5], [7, 8], 'leaf');
  scene.box([4, 4], [0, 1], [7, 8], 'water').box([4, 4], [2, 5], [7, 8], 'leaf');
  return scene.blocks();
}

export function ghastScene(): Block[] {
  const scene = createBuilder();
  scene.box([0, 6], [0, 6], [4, 10], 'cloud');
  // Its eyes are shut, and it weeps.
  scene.box([1, 2], [6, 6], [8, 8], 'soil').box([4, 5], [6, 6], [8, 8], 'soil').box([3, 3], [6, 6], [5, 6], 'soil');
  scene.put(1, 6, 7, 'water').put(5, 6, 7, 'water');
  for (const [x, y, length] of [
    [0, 6, 3],
    [2, 6, 4],
    [4, 6, 2],
    [6, 6, 4],
    [6, 4, 2],
    [6, 2, 3],
    [6, 0, 2],
  ] as const)
    scene.box([x, x], [y, y], [4 - length, 3], 'cloud');
  return scene.blocks();
}

export function dragonScene(): Block[] {
  const scene = createBuilder();
  // Tail, body, neck and head.
  scene.box([3, 3], [-6, -4], [4, 4], 'roof').box([2, 4], [-3, 3], [3, 5], 'roof');
  scene.box([3, 3], [4, 5], [5, 7], 'roof').box([2, 4], [5, 8], [8, 10], 'roof').box([2, 4], [9, 10], [8, 8], 'roof');
  scene.put(2, 8, 10, 'lantern').put(4, 8, 10, 'lantern').put(2, 5, 11, 'sand').put(4, 5, 11, 'sand');
  // Spikes, legs and wings.
  for (const y of [-5, -2, 0, 2]) scene.put(3, y, y === -5 ? 5 : 6, 'sand');
  for (const y of [-2, 2]) scene.box([2, 2], [y, y], [1, 2], 'roof').box([4, 4], [y, y], [1, 2], 'roof');
  scene
    .box([5, 9], [-1, 0], [6, 6], 'soil')
    .box([5, 8], [-3, -2], [6, 6], 'lantern')
    .box([5, 6], [1, 1], [6, 6], 'soil');
  scene
    .box([-3, 1], [-1, 0], [6, 6], 'soil')
    .box([-2, 1], [-3, -2], [6, 6], 'lantern')
    .box([0, 1], [1, 1], [6, 6], 'soil');
  return scene.blocks();
}
