import { describe, expect, test } from 'vitest';
import { chargebackOf, creditOf, partOf, referralShare, seizureOf, useLots } from './ledger-policy.ts';

const holdings = (more: Partial<Parameters<typeof creditOf>[0]>) => ({
  COINS: 0,
  FLEETING: 0,
  HELD: 0,
  DEBT: 0,
  ...more,
});

test('what comes in repays the debt first', () => {
  expect(creditOf(holdings({ DEBT: 30 }), 100)).toEqual({ DEBT: 30, COINS: 70 });
  expect(creditOf(holdings({ DEBT: 130 }), 100)).toEqual({ DEBT: 100, COINS: 0 });
});

test('what is taken back and not there becomes debt', () => {
  expect(seizureOf(holdings({ COINS: 30, FLEETING: 500 }), 100)).toEqual({ COINS: -30, DEBT: -70 });
  expect(seizureOf(holdings({ COINS: 130 }), 100)).toEqual({ COINS: -100, DEBT: 0 });
});

test('a lost dispute takes what is held for it first, and lets the rest of that go', () => {
  expect(chargebackOf(holdings({ COINS: 10, HELD: 80 }), 60, 100)).toEqual({ HELD: -60, COINS: -10, DEBT: -30 });
  expect(chargebackOf(holdings({ DEBT: 5, HELD: 60 }), 60, 40)).toEqual({ HELD: -60, COINS: 15, DEBT: 5 });
});

test('lots in front are used up before those behind', () => {
  const lots = [
    { id: '1', remaining: 5 },
    { id: '2', remaining: 10 },
    { id: '3', remaining: 10 },
  ];
  expect(useLots(lots, 12)).toEqual([
    { lotId: '1', amount: 5 },
    { lotId: '2', amount: 7 },
  ]);
  expect(useLots(lots, 100)).toHaveLength(3);
  expect(useLots([], 100)).toEqual([]);
});

describe('rounding', () => {
  test.each([
    [4, 0],
    [5, 1],
    [999, 199],
    [9_007_199_254_740_991, 1_801_439_850_948_198],
  ])('the share of %i coins is %i', (coins, share) => expect(referralShare(coins)).toBe(share));

  test.each([
    [999, 1, 3, 333],
    [100, 1, 3, 33],
    [100, 3, 3, 100],
    [100, 5, 3, 100],
    [9_007_199_254_740_991, 2_147_483_646, 2_147_483_647, 9_007_199_250_546_686],
  ])('of %i coins, for %i of %i: %i', (coins, part, whole, expected) =>
    expect(partOf(coins, part, whole)).toBe(expected),
  );
});
