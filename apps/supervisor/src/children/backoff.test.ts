import { expect, test } from 'vitest';
import { Backoff } from './backoff.ts';

test('the waits grow from 0.2 s to 3 s, and begin anew after a run of 5 s', () => {
  const backoff = new Backoff();
  const waits = Array.from({ length: 8 }, () => backoff.after(1000));
  expect(waits).toEqual([200, 400, 800, 1600, 3000, 3000, 3000, 3000]);
  expect(backoff.after(5_000)).toBe(200);
  expect(backoff.after(4_999)).toBe(400);
});
