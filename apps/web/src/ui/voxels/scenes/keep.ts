import { createBuilder, island, tree } from '../builder.ts';
import type { Block, Material } from '../visible-faces.ts';

/** Where players stand who are on, and what each of them wears. */
const players = [
  [-2, 3, 'roof'],
  [0, 5, 'water'],
  [2, 1, 'lantern'],
  [-6, 2, 'leaf'],
  [4, 0, 'water'],
  [-2, 6, 'roof'],
  [6, 1, 'soil'],
  [0, 7, 'lantern'],
] as const satisfies [x: number, y: number, material: Material][];

/** As many players as the scene has room for. */
export const mostPlayers = players.length;

/** The keep on its island, with so many players before it. */
export function keepScene(playersOn = 0): Block[] {
  const scene = island(createBuilder(), 8);
  // A pond, with a beach.
  scene.box([2, 5], [3, 6], [0, 0], 'sand').box([3, 5], [4, 6], [0, 0], 'water').put(6, 3, 0, 'grass');
  // The hall.
  scene.box([-4, 1], [-5, -1], [1, 4], 'stone').box([-4, 1], [-5, -1], [5, 5], 'timber');
  scene.box([-3, 0], [-4, -2], [6, 6], 'roof').box([-2, -1], [-4, -2], [7, 7], 'roof');
  // The gate and the windows.
  scene
    .box([-2, -1], [-1, -1], [1, 2], 'timber')
    .put(-4, -1, 3, 'window')
    .put(0, -1, 3, 'window')
    .put(1, -3, 3, 'window');
  // The tower.
  scene.box([-6, -4], [-3, -1], [1, 8], 'stone').box([-6, -4], [-3, -1], [9, 9], 'stone');
  for (const [x, y] of [
    [-6, -3],
    [-6, -1],
    [-4, -3],
    [-4, -1],
  ] as const)
    scene.put(x, y, 10, 'stone');
  scene.put(-5, -1, 6, 'window').put(-4, -2, 6, 'window').put(-5, -1, 3, 'window');
  // Its banner.
  scene
    .box([-5, -5], [-2, -2], [10, 14], 'timber')
    .box([-4, -3], [-2, -2], [13, 14], 'lantern')
    .put(-2, -2, 14, 'lantern');
  // A path to the gate.
  scene.box([-2, -1], [0, 3], [0, 0], 'sand').box([-1, 0], [3, 6], [0, 0], 'sand');
  // Lanterns beside it.
  scene.put(-3, 2, 1, 'timber').put(-3, 2, 2, 'lantern').put(1, 1, 1, 'timber').put(1, 1, 2, 'lantern');
  tree(scene, 5, -3, 3);
  tree(scene, 3, -6);
  tree(scene, -5, 4);
  for (const [x, y, material] of players.slice(0, playersOn)) scene.put(x, y, 1, material).put(x, y, 2, 'sand');
  return scene.blocks();
}
