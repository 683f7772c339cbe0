import { expect, test } from 'vitest';
import { registrationsFor, workBits } from './registration-policy.ts';

test('the first registrations cost nothing, the next more and more, and then none is taken', () => {
  expect([0, 4, 5, 9, 10, 54, 59, 60].map((count) => workBits(count, 5))).toEqual([0, 0, 18, 18, 19, 27, 28, null]);
});

test('an answer is enough for exactly those registrations that ask for it or for less', () => {
  for (const bits of [0, ...Array.from({ length: 11 }, (_, n) => 18 + n)]) {
    const enough = Array.from({ length: 80 }, (_, count) => count).filter((count) => {
      const asked = workBits(count, 5);
      return asked !== null && asked <= bits;
    });
    expect(registrationsFor(bits, 5)).toBe(enough.length);
  }
});
