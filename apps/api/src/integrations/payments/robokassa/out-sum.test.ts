import { expect, test } from 'vitest';
import { kopecksOf, outSumOf } from './out-sum.ts';

test.each([
  [1, '0.01'],
  [100, '1.00'],
  [12_345, '123.45'],
  [9_900, '99.00'],
  [100_000_000, '1000000.00'],
])('%i kopecks are %s', (kopecks, outSum) => {
  expect(outSumOf(kopecks)).toBe(outSum);
  expect(kopecksOf(outSum)).toBe(kopecks);
  expect(kopecksOf(`${outSum}0000`)).toBe(kopecks);
});

test('fewer decimals are the same sum', () => {
  expect(['100', '100.0', '0100.00'].map(kopecksOf)).toEqual([10_000, 10_000, 10_000]);
});

test.each(['', '.5', '5.', '-1', '+1', '1e2', '1,5', ' 1', '1.005', '1.0000001', '1234567890', '0x10', '１', 'NaN'])(
  '%j is no sum',
  (text) => {
    expect(kopecksOf(text)).toBeNull();
  },
);
