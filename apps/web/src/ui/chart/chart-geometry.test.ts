import { expect, test } from 'vitest';
import { chartPaths, roundTop, xOf, yOf } from './chart-geometry.ts';

const frame = { from: 1_000_000, stepMs: 10_000, steps: 360, top: 20 };
const at = (step: number) => frame.from + step * frame.stepMs + 4_000;

test('a time stands in the middle of its step, a value between the foot and the top', () => {
  expect([at(0), at(359)].map((time) => xOf(frame, time))).toEqual([0.5, 359.5]);
  expect([0, 5, 20, 25, -1].map((value) => yOf(frame, value))).toEqual([100, 75, 0, 0, 100]);
});

test('the line has a gap where nothing was measured, but goes on over one late step', () => {
  const points = [0, 1, 3, 6, 7].map((step) => ({ at: at(step), value: 10 }));
  expect(chartPaths(frame, points).map(({ line }) => line)).toEqual(['M0.5 50L1.5 50L3.5 50', 'M6.5 50L7.5 50']);
  const resting = [0, 1, 3, 6, 7].map((step) => ({ at: at(step), value: step === 1 || step === 3 ? null : 10 }));
  expect(chartPaths(frame, resting).map(({ line }) => line)).toEqual(['M0.5 50h0', 'M6.5 50L7.5 50']);
});

test('the area goes down to the foot', () => {
  const points = [
    { at: at(1), value: 20 },
    { at: at(2), value: 5 },
  ];
  expect(chartPaths(frame, points)).toEqual([{ line: 'M1.5 0L2.5 75', area: 'M1.5 100L1.5 0L2.5 75L2.5 100Z' }]);
});

test('what is older or newer than the frame is not drawn, and nothing at all draws nothing', () => {
  const points = [-1, 0, 359, 360].map((step) => ({ at: at(step), value: 20 }));
  expect(chartPaths(frame, points).map(({ line }) => line)).toEqual(['M0.5 0h0', 'M359.5 0h0']);
  expect(chartPaths(frame, [])).toEqual([]);
});

test.each([
  [[], 2, 2],
  [[0.003], 0.1, 0.1],
  [[0.11], 0.1, 0.2],
  [[0.3, 0.1], 0.1, 0.5],
  [[3], 1, 5],
  [[10], 1, 10],
  [[37], 1, 50],
])('above %j, at least %d, is %d', (values, least, top) => {
  expect(roundTop(values, least)).toBeCloseTo(top, 10);
});
