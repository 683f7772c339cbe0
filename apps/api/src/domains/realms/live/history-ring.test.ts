import { expect, test } from 'vitest';
import { HistoryRing } from './history-ring.ts';

const hour = 3_600_000;
/** The beginning of a step, and not of the ring. */
const begin = 1_234_567 * 10_000;
const values = { players: 1, tps: 19.5, cpu: 0.25, memoryBytes: 40_000_000 };

test('keeps the last of each step, and nothing of the steps between', () => {
  const ring = new HistoryRing();
  expect(ring.newest()).toBeNull();
  expect(ring.isOver(begin)).toBe(true);
  ring.put(begin + 1, { ...values, players: 5 });
  ring.put(begin + 9_999, { ...values, tps: null });
  ring.put(begin + 30_000, { ...values, players: 2 });
  const first = { ...values, at: begin, tps: null };
  const second = { ...values, at: begin + 30_000, players: 2 };
  expect(ring.samples(begin + 30_000)).toEqual([first, second]);
  expect(ring.newest()).toEqual(second);
});

test('forgets what is older than an hour, though nothing new has taken its place', () => {
  const ring = new HistoryRing();
  ring.put(begin, values);
  ring.put(begin + 600_000, values);
  expect(ring.samples(begin + hour - 1)).toHaveLength(2);
  expect(ring.samples(begin + hour)).toEqual([{ ...values, at: begin + 600_000 }]);
  expect(ring.samples(begin + 600_000 + hour)).toEqual([]);
  expect([ring.isOver(begin + 600_000 + hour - 1), ring.isOver(begin + 600_000 + hour)]).toEqual([false, true]);
});

test('has at most 360, oldest first, however long it runs', () => {
  const ring = new HistoryRing();
  for (let step = 0; step < 1_000; step += 1) ring.put(begin + step * 10_000, { ...values, players: step });
  const samples = ring.samples(begin + 999 * 10_000);
  expect(samples.map(({ players }) => players)).toEqual(Array.from({ length: 360 }, (_, index) => index + 640));
});
