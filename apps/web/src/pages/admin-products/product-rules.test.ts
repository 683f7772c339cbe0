import { ProductBody } from '@realmkeep/contract';
import { pricedIn } from '@realmkeep/contract/products';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyOf, decimalOf, formOf, newProduct, type ProductForm, productProblems } from './product-rules.ts';

const told = { name: 'Gold', description: '' };
const good: ProductForm = {
  ...newProduct,
  logicValue: '500',
  prices: { ...newProduct.prices, USD: { price: '4.99', discount: '' } },
  translations: { POLISH: told, ENGLISH: told, RUSSIAN: told },
};
const usd = (price: string, discount = '') => ({ ...good, prices: { ...good.prices, USD: { price, discount } } });

test.each<[string, ProductForm, ReturnType<typeof productProblems>]>([
  ['good', good, {}],
  ['a comma', usd('4,99', '20'), {}],
  ['blanks', usd(' 1\u00a0000 '), {}],
  ['no price', usd(''), { prices: 'noPrice' }],
  ['a discount alone', usd('', '20'), { prices: 'noPrice', 'prices.USD.discount': 'discountAlone' }],
  ['free', usd('0'), { 'prices.USD.price': 'too_low' }],
  ['three decimals', usd('1,000'), { 'prices.USD.price': 'decimals' }],
  ['messages', usd('five'), { 'prices.USD.price': 'price' }],
  ['a discount of all', usd('5', '100'), { 'prices.USD.discount': 'discount' }],
  ['no coins', { ...good, logicValue: '0' }, { logicValue: 'number' }],
  ['half a coin', { ...good, logicValue: '1.5' }, { logicValue: 'number' }],
  ['no tier', { ...good, type: 'SUBSCRIPTION', logicValue: '4' }, { logicValue: 'number', prices: 'noPrice' }],
  [
    'half coins',
    {
      ...good,
      type: 'SUBSCRIPTION',
      logicValue: '3',
      prices: { ...good.prices, COINS: { price: '9,5', discount: '' } },
    },
    { 'prices.COINS.price': 'whole' },
  ],
  [
    'no name',
    { ...good, translations: { ...good.translations, POLISH: { name: ' ', description: 'x'.repeat(501) } } },
    { 'translations.POLISH.name': 'empty', 'translations.POLISH.description': 'textLong' },
  ],
])('%s', (_what, form, problems) => {
  expect(productProblems(form)).toEqual(problems);
});

test('what has no problem is what the contract takes, and the other way round', () => {
  const amount = fc.oneof(
    fc.constantFrom('', '0', '1', '2,5', '0.01', '4.999', '1e3', '-1'),
    fc.string({ maxLength: 4 }),
  );
  const discount = fc.constantFrom('', '', '0', '1', '20', '99', '100');
  const price = fc.record({ price: amount, discount });
  const text = fc.record({
    name: fc.oneof(fc.constant('Gold'), fc.string({ unit: 'grapheme', maxLength: 70 })),
    description: fc.string({ unit: 'grapheme', maxLength: 20 }),
  });
  const forms: fc.Arbitrary<ProductForm> = fc.record({
    category: fc.constantFrom('COINS', 'PRIVILEGES'),
    type: fc.constantFrom('COINPACK', 'SUBSCRIPTION'),
    icon: fc.constantFrom('', 'dragon'),
    logicValue: amount,
    prices: fc.record({ COINS: price, USD: price, RUB: price, PLN: price }),
    translations: fc.record({ POLISH: text, ENGLISH: text, RUSSIAN: text }),
  });
  fc.assert(
    fc.property(forms, (form) => {
      const typed = pricedIn[form.type].map((currency) => form.prices[currency]);
      // What is no number at all does not come into the body.
      fc.pre(typed.every(({ price, discount }) => decimalOf(price) !== null || price + discount === ''));
      const good = Object.keys(productProblems(form)).length === 0;
      expect(good).toBe(ProductBody.safeParse(bodyOf(form)).success);
    }),
    { numRuns: 500 },
  );
});

test('a product is read into the form and out of it again', () => {
  const body = bodyOf(usd('1234,5', '20'));
  expect(body.prices).toEqual([{ currency: 'USD', price: 1234.5, discount: 20 }]);
  const record = { ...body, id: crypto.randomUUID(), archivedAt: null, revision: 1 };
  expect(bodyOf(formOf(record, (value) => value.toLocaleString('pl')))).toEqual(body);
  expect(decimalOf((1234.5).toLocaleString('ru'))).toBe(1234.5);
});
