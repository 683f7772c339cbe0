import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

test.each([
  [undefined, null],
  ['bytes=0-4', { start: 0, length: 5 }],
  ['bytes=90-', { start: 90, length: 10 }],
  ['bytes=-10', { start: 90, length: 10 }],
  ['bytes=-1000', { start: 0, length: 100 }],
  ['bytes=50-1000', { start: 50, length: 50 }],
  ['bytes=100-', null],
  ['bytes=5-4', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['lines=0-1', null],
])('of 100 bytes %s is %o', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range);
});
