import { describe, expect, test } from 'vitest';
import { realmsUnder, slotsUnder } from './realm-policy.ts';

const realm = (id: string, slots: number | null, borderDiameter: number, hasPartners = false, kernel = 'sandbox') => ({
  id,
  name: id,
  slots,
  borderDiameter,
  hasPartners,
  kernel,
});
const all = new Set(['sandbox', 'paper', 'vanilla']);
const names = (realms: { id: string }[]) => realms.map(({ id }) => id).join('');

describe('the realms under a tier', () => {
  test('beyond its number stop, and those with more than it allows shrink', () => {
    const realms = [realm('a', 5, 500), realm('b', 2, 1500), realm('c', 1, 100)];
    const { keeps, stops, shrinks } = realmsUnder('ZOMBIE', [...realms, realm('d', null, 4000)], all);
    expect([names(keeps), names(stops), names(shrinks)]).toEqual(['ab', 'cd', '']);
    const small = realmsUnder('CHICKEN', realms, all);
    expect([names(small.keeps), names(small.stops), names(small.shrinks)]).toEqual(['a', 'bc', 'a']);
  });

  test('that go on are off where the plan does not include what they run', () => {
    const realms = [realm('a', 2, 500, false, 'paper'), realm('b', 2, 500, false, 'vanilla')];
    expect(names(realmsUnder('CHICKEN', realms, new Set(['sandbox'])).off)).toBe('a');
    expect(names(realmsUnder('ZOMBIE', realms, new Set(['paper'])).off)).toBe('b');
    expect(names(realmsUnder('ZOMBIE', realms, all).off)).toBe('');
  });

  test('shut their co-owners out where the tier has none', () => {
    const realms = [realm('a', 2, 500, true), realm('b', 2, 500), realm('c', 2, 500, true)];
    expect(names(realmsUnder('CHICKEN', realms, all).shuts)).toBe('ac');
    expect(names(realmsUnder('ZOMBIE', realms, all).shuts)).toBe('');
  });

  test('without a limit have all they had', () => {
    expect(realmsUnder('DRAGON', [realm('a', null, 4000)], all).shrinks).toEqual([]);
  });

  test.each([
    [5, 5, 2, 2],
    [1, 5, 2, 1],
    [2, 2, 5, 5],
    [null, null, 10, 10],
    [4, null, 10, 4],
    [10, 10, null, null],
  ])('%s slots, with %s at most before and %s after, become %s', (slots, before, after, expected) => {
    expect(slotsUnder(slots, before, after)).toBe(expected);
  });
});
