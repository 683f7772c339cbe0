import { expect, test } from 'vitest';
import { Backoff } from './backoff.ts';

test('the waits grow from 0.2 s to 10 s, and begin anew after a run of a minute', () => {
  const backoff = new Backoff();
  const waits = Array.from({ length: 8 }, () => backoff.after(1000));
  expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  expect(backoff.after(60_000)).toBe(200);
  expect(backoff.after(59_999)).toBe(400);
});
