import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PacedAnswer } from './paced-answer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('what takes long is asked for once by all, and again when a hundred times as long has passed', async () => {
  let asked = 0;
  let tookMs = 50;
  const paced = new PacedAnswer(async () => {
    vi.advanceTimersByTime(tookMs);
    return (asked += 1);
  });
  expect(await Promise.all([paced.get(), paced.get()])).toEqual([1, 1]);
  vi.advanceTimersByTime(4_999);
  expect(await paced.get()).toBe(1);
  vi.advanceTimersByTime(1);
  tookMs = 9;
  expect([await paced.get(), await paced.get()]).toEqual([2, 3]);
});

test('what fails is asked for again', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('there')];
  const paced = new PacedAnswer(async () => answers.shift());
  await expect(paced.get()).rejects.toThrow('away');
  await expect(paced.get()).resolves.toBe('there');
});
