import { expect, test } from 'vitest';
import { coinsOf, expiryOf, grantProblems } from './grant-rules.ts';

const now = new Date('2026-03-10T12:00:00');
const good = { coins: '100', day: '', reason: 'a gift' };

test.each([
  [good, { coins: null, day: null, reason: null }],
  [
    { ...good, coins: '1 000 000', day: '2026-03-10' },
    { coins: null, day: null, reason: null },
  ],
  [{ ...good, coins: '1000001' }, { coins: 'amount' }],
  [{ ...good, coins: '0' }, { coins: 'amount' }],
  [{ ...good, coins: '' }, { coins: 'amount' }],
  [{ ...good, coins: '2.5' }, { coins: 'amount' }],
  [{ ...good, coins: '-1' }, { coins: 'amount' }],
  [{ ...good, day: '2026-03-09' }, { day: 'past' }],
  [{ ...good, day: 'soon' }, { day: 'past' }],
  [{ ...good, day: '2100-01-01' }, { day: 'far' }],
  [{ ...good, reason: ' a ' }, { reason: 'too_short' }],
])('%j', (form, problems) => {
  expect(grantProblems(form, now)).toMatchObject(problems);
});

test('coins last to the end of the day, where the operator is', () => {
  expect(coinsOf('1\u00a0250')).toBe(1250);
  expect(expiryOf('')).toBeNull();
  expect(new Date(expiryOf('2026-03-10') ?? '')).toEqual(new Date(2026, 2, 10, 23, 59, 59));
});
