import { expect, test } from 'vitest';
import { nextJob } from './job-worker.ts';

const jobs = ['a1', 'a2', 'b1', 'c1'].map((id) => ({ id, account: id.slice(0, 1) }));
const next = (busy: string[], served: [string, number][]) => nextJob(jobs, new Set(busy), new Map(served))?.id;

test('what is done next is the first of the account that was served longest ago, and has nothing done now', () => {
  expect(next([], [])).toBe('a1');
  expect(next(['a'], [['a', 1]])).toBe('b1');
  expect(next([], [['a', 1]])).toBe('b1');
  const served: [string, number][] = [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ];
  expect(next([], served)).toBe('a1');
  expect(next(['a'], served)).toBe('b1');
  expect(next(['a', 'b', 'c'], served)).toBeUndefined();
});
