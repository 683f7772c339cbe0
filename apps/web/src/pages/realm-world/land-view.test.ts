import { expect, test } from 'vitest';
import { blockAt, keptWithin, pixelOf, seenRegions, zoomed } from './land-view.ts';

const regions = [-2, -1, 0, 1].flatMap((z) => [-2, -1, 0, 1].map((x) => ({ x, z, version: 'a' })));
const size = { width: 640, height: 400 };

test('what is zoomed at a point stays under it', () => {
  const view = { x: 30, z: -70, scale: 1 };
  const point = { x: 100, y: -50 };
  const nearer = zoomed(view, 2, point);
  expect(nearer.scale).toBe(2);
  expect(blockAt(nearer, point)).toEqual(blockAt(view, point));
  expect(zoomed(view, 1000).scale).toBe(8);
  expect(zoomed(view, 0).scale).toBe(1 / 16);
});

test('the view stays on the land', () => {
  expect(keptWithin({ x: 9e9, z: -9e9, scale: 1 }, regions)).toEqual({ x: 1024, z: -1024, scale: 1 });
});

test('only regions that are seen are drawn, the middle first, side by side', () => {
  const view = { x: 100, z: 100, scale: 1 };
  const seen = seenRegions(view, size, regions);
  expect(seen.map(({ x, z }) => `${x} ${z}`)).toEqual(['0 0', '0 -1', '-1 0', '-1 -1']);
  expect(pixelOf(view, size, { x: 0, z: 0 })).toEqual({ left: 220, top: 100 });
  expect(seenRegions({ ...view, scale: 1 / 16 }, size, regions)).toHaveLength(16);
});
