import { describe, expect, test } from 'vitest';
import { culpritOf, isShort } from './disk-policy.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

describe('the disk', () => {
  test.each([
    ['has room', [{ at: 0, free: 10 * gibibyte }], false],
    ['has less than is kept', [{ at: 0, free: 2 * gibibyte - 1 }], true],
    ['will be full in two seconds', [10, 9, 8, 6].map((n, s) => ({ at: s * 1000, free: n * gibibyte })), true],
    ['falls slowly', [10, 9.9, 9.8].map((n, s) => ({ at: s * 1000, free: n * gibibyte })), false],
    ['rises', [3, 4].map((n, s) => ({ at: s * 1000, free: n * gibibyte })), false],
  ])('%s', (what, samples, short) => {
    // Six gibibytes at 1.3 a second last 4.5 seconds.
    expect({ what, short: isShort(samples, 100 * gibibyte) }).toEqual({ what, short });
  });
});

describe('who fills it', () => {
  const quiet = { realmId: 'quiet', before: 10 * gibibyte, now: 10 * gibibyte + mebibyte };
  const writer = { realmId: 'writer', before: gibibyte, now: gibibyte + 300 * mebibyte };
  test.each([
    ['who has grown by what is gone', [quiet, writer], 320 * mebibyte, 'writer'],
    ['who was never counted, and takes what is gone', [quiet, { ...writer, before: null }], gibibyte, 'writer'],
    ['nobody while it falls by what none of them has written', [quiet, writer], 20 * gibibyte, null],
    ['nobody who has grown long ago', [quiet, writer], mebibyte, null],
    ['nobody of whom only the size is known', [{ ...quiet, before: null }], 0, null],
    ['who does not let itself be counted', [quiet, { ...writer, now: null }], 300 * mebibyte, 'writer'],
    ['nobody for a few blocks', [quiet], 2 * mebibyte, null],
  ])('%s', (_, counts, fallen, culprit) => {
    expect(culpritOf(counts, fallen)).toBe(culprit);
  });
});
