import { expect, test } from 'vitest';
import { createBuilder } from './builder.ts';
import { keepScene } from './scenes/keep.ts';
import { type Side, visibleFaces } from './visible-faces.ts';

/** How many triangles are seen of each side. */
function triangles(blocks: Parameters<typeof visibleFaces>[0]): Partial<Record<Side, number>> {
  const counts: Partial<Record<Side, number>> = {};
  for (const { side, path } of visibleFaces(blocks).faces) {
    counts[side] = (counts[side] ?? 0) + path.split('M').length - 1;
  }
  return counts;
}

test('a block shows two triangles of each of its three sides', () => {
  const block = createBuilder().put(0, 0, 0, 'stone').blocks();
  expect(triangles(block)).toEqual({ top: 2, left: 2, right: 2 });
  expect(visibleFaces(block).viewBox).toBe('-10 -11.5 20 23');
});

test('a cube of blocks shows as a larger block, its inside not at all', () => {
  const cube = createBuilder().box([0, 2], [0, 2], [0, 2], 'stone').blocks();
  expect(triangles(cube)).toEqual({ top: 18, left: 18, right: 18 });
});

test('what is straight behind a block is hidden', () => {
  const line = createBuilder().put(0, 0, 0, 'water').put(1, 1, 1, 'stone').blocks();
  expect(visibleFaces(line).faces.map(({ material }) => material)).toEqual(['stone', 'stone', 'stone']);
});

test('the order in which blocks are given makes no difference', () => {
  const blocks = keepScene();
  const sorted = (given: typeof blocks) => triangles(given);
  expect(sorted(blocks.toReversed())).toEqual(sorted(blocks));
});
