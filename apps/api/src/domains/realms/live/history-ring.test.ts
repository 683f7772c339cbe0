import { expect, test } from 'vitest';
import { HistoryRing, ringSteps } from './history-ring.ts';
import { readSample, sampleBytes, stepOf } from './history-samples.ts';

/** The beginning of a step, and not of the ring. */
const begin = 1_234_567 * 10_000;
const first = stepOf(begin);
const values = { players: 1, tps: 19.5, cpu: 0.25, memoryBytes: 40_000_000 };

test('keeps the last of each step, and nothing of the steps between', () => {
  const ring = new HistoryRing();
  expect(ring.newest()).toBeNull();
  ring.put(begin + 1, { ...values, players: 5 });
  ring.put(begin + 9_999, { ...values, tps: null });
  ring.put(begin + 30_000, { ...values, players: 2 });
  const second = { ...values, at: begin + 30_000, players: 2 };
  expect([0, 1, 2, 3, 4].map((step) => ring.at(first + step))).toEqual([
    { ...values, at: begin, tps: null },
    null,
    null,
    second,
    null,
  ]);
  expect(ring.newest()).toEqual(second);
});

test('knows nothing of an earlier round, whether steps or whole rounds are left out', () => {
  const ring = new HistoryRing();
  for (let step = 0; step < ringSteps; step += 1) ring.put(begin + step * 10_000, { ...values, players: step });
  ring.put(begin + (ringSteps + 2) * 10_000, { ...values, players: 100 });
  const players = (from: number) =>
    Array.from({ length: ringSteps }, (_, index) => ring.at(first + from + index)?.players);
  expect(players(3)).toEqual([
    ...Array.from({ length: ringSteps - 3 }, (_, index) => index + 3),
    undefined,
    undefined,
    100,
  ]);
  expect(ring.at(first + 2)).toBeNull();
  ring.put(begin + 10 * ringSteps * 10_000, values);
  expect(players(9 * ringSteps + 1).filter((count) => count !== undefined)).toEqual([1]);
  expect([ring.isBefore(first + 10 * ringSteps), ring.isBefore(first + 10 * ringSteps + 1)]).toEqual([false, true]);
});

test('is copied as it is kept; what is not known has no place, and of nothing there is no copy', () => {
  const ring = new HistoryRing();
  ring.put(begin, { players: 0, tps: null, cpu: 1.5, memoryBytes: 5 * 1024 ** 3 + 1 });
  ring.put(begin + 20_000, { ...values, tps: 20, cpu: 0.123_456 });
  const copy = ring.copy(first - 1, first + 3);
  expect(copy).toHaveLength(4 * sampleBytes);
  expect([0, 1, 2, 3].map((place) => copy && readSample(copy, place, place))).toEqual([
    null,
    { at: 10_000, players: 0, tps: null, cpu: 1.5, memoryBytes: 5 * 1024 ** 3 + 1 },
    null,
    { at: 30_000, players: 1, tps: 20, cpu: 0.1235, memoryBytes: 40_000_000 },
  ]);
  expect(ring.copy(first + 3, first + 9)).toBeNull();
});
