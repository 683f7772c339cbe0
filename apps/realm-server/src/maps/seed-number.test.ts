import { expect, test } from 'vitest';
import { seedNumber } from './seed-number.ts';

test.each([
  ['0', 0n],
  [' -42 ', -42n],
  ['+7', 7n],
  ['9223372036854775807', 9223372036854775807n],
  // One more is no number of 64 bits, and so a text: what `"9223372036854775808".hashCode()` says in Java.
  ['9223372036854775808', -1_773_151_197n],
  ['castle', -1_367_558_920n],
  ['1.5', 48_568n],
  ['Замок', 999_938_911n],
])('the seed %j is the number that the game makes of it', (typed, number) => {
  expect(seedNumber(typed)).toBe(number);
});
