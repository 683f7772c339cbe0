import { expect, test } from 'vitest';
import type { Currency } from './currencies.ts';
import { priceProblem } from './products.ts';

test.each<[number, Currency, ReturnType<typeof priceProblem>]>([
  [0.01, 'USD', null],
  [19.99, 'PLN', null],
  [1_000_000, 'RUB', null],
  [5, 'COINS', null],
  [0, 'USD', 'too_low'],
  [-1, 'USD', 'too_low'],
  [1e-9, 'USD', 'too_low'],
  [1_000_000.01, 'USD', 'too_high'],
  [1.005, 'USD', 'decimals'],
  [1.5, 'COINS', 'decimals'],
])('a price of %d %s: %s', (price, currency, problem) => {
  expect(priceProblem(price, currency)).toBe(problem);
});
