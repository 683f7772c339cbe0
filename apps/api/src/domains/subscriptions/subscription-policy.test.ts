import { describe, expect, test } from 'vitest';
import { maySubscribe, priceAfterCredit, unusedPart, unusedWorth } from './subscription-policy.ts';

const month = { worth: 300, startedAt: new Date('2026-06-01T00:00:00Z'), endsAt: new Date('2026-07-01T00:00:00Z') };

describe('the unused days of a month', () => {
  test.each([
    ['the first moment', '2026-06-01T00:00:00Z', 300],
    ['ten days later', '2026-06-11T00:00:00Z', 200],
    ['a second later than that', '2026-06-11T00:00:01Z', 199],
    ['the end', '2026-07-01T00:00:00Z', 0],
    ['after the end', '2026-08-01T00:00:00Z', 0],
    ['before the beginning, by a clock that was set back', '2026-05-01T00:00:00Z', 300],
  ])('are worth by time: %s', (_, now, worth) => {
    expect(unusedWorth(month, new Date(now))).toBe(worth);
  });

  test('make the next month cheaper, never below nothing', () => {
    expect(priceAfterCredit(700, 200)).toBe(500);
    expect(priceAfterCredit(100, 200)).toBe(0);
  });
});

test('days that are worth what is missing are taken off the end, or all that are left', () => {
  const now = new Date('2026-06-11T00:00:00Z');
  expect(unusedPart(month, now, 50)).toEqual({ coins: 50, endsAt: new Date('2026-06-26T00:00:00Z'), worth: 250 });
  expect(unusedPart(month, now, 200)).toEqual({ coins: 200, endsAt: null, worth: 100 });
  expect(unusedPart(month, now, 999)).toEqual({ coins: 200, endsAt: null, worth: 100 });
  expect(unusedPart(month, month.endsAt, 10)).toEqual({ coins: 0, endsAt: null, worth: 300 });
});

test('one subscribes to what is above one’s own', () => {
  expect(maySubscribe('CHICKEN', 'ZOMBIE')).toBe(true);
  expect(maySubscribe('ZOMBIE', 'DRAGON')).toBe(true);
  expect(maySubscribe('GHAST', 'GHAST')).toBe(false);
  expect(maySubscribe('GHAST', 'ZOMBIE')).toBe(false);
});
