import { expect, test } from 'vitest';
import { networkShare } from './network-share.ts';

test.each([
  [null, Infinity],
  [1, Infinity],
  [2, Infinity],
  [3, 2],
  [5, 4],
  [10, 8],
  [100, 80],
])('of %s places one network may hold %s', (slots, share) => {
  expect(networkShare(slots)).toBe(share);
});
