import { expect, test } from 'vitest';
import { createFormat } from './format.ts';

/** With the spaces that do not break as plain ones. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test.each([
  ['en-GB', 2.69, 'USD', '$2.69'],
  ['en-US', 1234.5, 'USD', '$1,234.50'],
  ['en', 99, 'RUB', '₽99'],
  ['ru', 251.1, 'RUB', '251,10 ₽'],
  ['ru', 99, 'RUB', '99 ₽'],
  ['ru', 2.69, 'USD', '2,69 $'],
  ['pl', 10.79, 'PLN', '10,79 zł'],
  ['pl', 5, 'PLN', '5 zł'],
])('in %s %d %s is %s', (locale, amount, currency, text) => {
  expect(plain(createFormat(locale).money(amount, currency))).toBe(text);
});

test.each([
  [300, '+300'],
  [-1500, '-1,500'],
  [0, '0'],
])('the movement %d is %s', (value, text) => {
  expect(createFormat('en').signed(value)).toBe(text);
});
