import { randomUUID } from 'node:crypto';
import { type ProductBody, productCategories, productTypes } from '@realmkeep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { makeUser } from './people.ts';
import { giveCoins, makeAdmin } from './people-money.ts';
import { newProduct, startShop } from './shopper.ts';
import type { TestApi } from './start-test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startShop();
});
afterAll(() => api[Symbol.asyncDispose]());

const search = (q: string, language: 'en' | 'ru') =>
  api.anonymous.productSearch({ query: { q, currency: 'USD', language } });
const list = (query: Parameters<TestApi['anonymous']['productList']>[0]['query']) =>
  api.anonymous.productList({ query });

describe('the shipped catalogue', () => {
  test('has packs of coins in three currencies, with discounts', async () => {
    for (const [currency, first] of [
      ['USD', 0.99],
      ['RUB', 99],
      ['PLN', 3.99],
    ] as const) {
      const { items, total } = await list({ category: 'COINS', currency });
      expect(total).toBe(4);
      expect(items.map(({ logicValue }) => logicValue)).toEqual([100, 300, 700, 1500]);
      expect(items[0]).toMatchObject({ price: first, oldPrice: null, discount: null, type: 'COINPACK' });
      expect(items[3]?.discount).toBe('20%');
    }
    const { items } = await list({ category: 'COINS', currency: 'USD', language: 'pl' });
    expect(items[3]).toMatchObject({ name: '1500 monet', price: 11.99, oldPrice: 14.99 });
  });

  test('has the tiers by the month in coins, and nothing in the other categories', async () => {
    const { items } = await list({ category: 'PRIVILEGES', currency: 'COINS', language: 'ru' });
    expect(items.map(({ name, price }) => [name, price])).toEqual([
      ['Зомби', 300],
      ['Гаст', 700],
      ['Дракон', 1500],
    ]);
    // The term that the pages use.
    expect(items[0]?.description).toContain('Нижний мир');
    for (const category of ['CASES', 'ACCESSORIES'] as const) {
      expect(await list({ category, currency: 'USD' })).toMatchObject({ items: [], total: 0 });
    }
  });

  test('comes in parts', async () => {
    const first = await list({ category: 'COINS', currency: 'USD', size: 3 });
    const second = await list({ category: 'COINS', currency: 'USD', size: 3, page: 1 });
    expect([first.items.length, second.items.length, second.total]).toEqual([3, 1, 4]);
    await expect(list({ currency: 'USD', size: 0 })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(list({ currency: 'USD', page: -1 })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is searched by name in the language asked for', async () => {
    expect((await search('МОНЕТ', 'ru')).total).toBe(4);
    expect((await search('монет', 'en')).total).toBe(0);
    expect((await search('1,500', 'en')).items).toMatchObject([{ logicValue: 1500 }]);
    expect((await search('%', 'en')).total).toBe(0);
  });
});

describe('an operator', () => {
  test('puts a product into the shop, changes it and takes it out again; each is in the audit log', async () => {
    const admin = await makeAdmin(api);
    const made = await admin.client.productCreate({ body: newProduct('Chest') });
    const get = (currency: 'USD' | 'RUB' | 'PLN', language: 'en' | 'ru' = 'en') =>
      api.anonymous.productGet({ params: { id: made.id }, query: { currency, language } });
    expect(await get('USD')).toMatchObject({ price: 42.49, oldPrice: 49.99, discount: '15%', name: 'Chest' });
    expect(await get('RUB', 'ru')).toMatchObject({ price: 4599, oldPrice: null, name: 'Chest по-русски' });
    await expect(get('PLN')).rejects.toMatchObject({ code: 'product_unknown' });

    const body = newProduct('Big chest', { prices: [{ currency: 'PLN', price: 199.9 }] });
    // Of two who opened it, the second does not undo what the first has saved.
    const { revision } = await admin.client.productUpdate({
      params: { id: made.id },
      body: { ...body, revision: made.revision },
    });
    const late = { ...newProduct('Chest'), revision: made.revision };
    const changed = admin.client.productUpdate({ params: { id: made.id }, body: late });
    await expect(changed).rejects.toMatchObject({ code: 'product_changed' });
    expect(revision).toBe(made.revision + 1);
    expect(await get('PLN')).toMatchObject({ price: 199.9, name: 'Big chest' });
    await expect(get('USD')).rejects.toMatchObject({ code: 'product_unknown' });

    await admin.client.productArchive({ params: { id: made.id } });
    await expect(get('PLN')).rejects.toMatchObject({ code: 'product_unknown' });
    const records = await admin.client.productRecords({ query: { size: 100 } });
    expect(records.items.find(({ id }) => id === made.id)?.archivedAt).not.toBeNull();

    const audit = await admin.client.adminAudit({ query: {} });
    expect(audit.items.slice(0, 3).map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
      [admin.nickname, 'productArchive', 'Big chest'],
      [admin.nickname, 'productUpdate', 'Big chest'],
      [admin.nickname, 'productCreate', 'Chest'],
    ]);
  });

  test.each<[string, Partial<z.input<typeof ProductBody>>]>([
    ['without a price', { prices: [] }],
    [
      'two prices in one currency',
      {
        prices: [
          { currency: 'USD', price: 1 },
          { currency: 'USD', price: 2 },
        ],
      },
    ],
    ['a price of nothing', { prices: [{ currency: 'USD', price: 0 }] }],
    ['a price of fractions of a cent', { prices: [{ currency: 'USD', price: 1.234 }] }],
    ['a discount of everything', { prices: [{ currency: 'USD', price: 1, discount: 100 }] }],
    ['coins for coins', { prices: [{ currency: 'COINS', price: 10 }] }],
    ['a subscription for money', { type: 'SUBSCRIPTION', logicValue: 1 }],
    ['a tier that does not exist', { type: 'SUBSCRIPTION', logicValue: 4, prices: [{ currency: 'COINS', price: 1 }] }],
    ['no coins', { logicValue: 0 }],
    ['one language', { translations: newProduct('X').translations.slice(0, 1) }],
    ['a language twice', { translations: [0, 0, 1].map((index) => newProduct('X').translations[index] as never) }],
    ['a name of blanks', { translations: newProduct('   ').translations }],
  ])('is refused %s', async (_, more) => {
    const admin = await makeAdmin(api);
    await expect(admin.client.productCreate({ body: newProduct('Y', more) })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('is told of what does not exist', async () => {
    const admin = await makeAdmin(api);
    const params = { id: randomUUID() };
    const unknown = { code: 'product_unknown' };
    await expect(admin.client.productUpdate({ params, body: newProduct('Z') })).rejects.toMatchObject(unknown);
    await expect(admin.client.productArchive({ params })).rejects.toMatchObject(unknown);
  });
});

describe.each(productTypes)('a product of the type %s', (type) => {
  const ofType = {
    COINPACK: newProduct('Filed'),
    SUBSCRIPTION: newProduct('Filed', {
      type,
      logicValue: 2,
      icon: 'dragon',
      prices: [{ currency: 'COINS', price: 640, discount: 25 }],
    }),
  }[type];

  test.each(productCategories)('is shown and sold in %s, as its operator has described it', async (category) => {
    const admin = await makeAdmin(api);
    const { id } = await admin.client.productCreate({ body: { ...ofType, category } });
    const currency = type === 'COINPACK' ? 'USD' : 'COINS';
    const shown = {
      COINPACK: { price: 42.49, oldPrice: 49.99, discount: '15%', icon: 'coins-1' },
      SUBSCRIPTION: { price: 480, oldPrice: 640, discount: '25%', icon: 'dragon' },
    }[type];
    for (const [language, name, description] of [
      ['en', 'Filed', 'Many'],
      ['ru', 'Filed по-русски', 'Много'],
      ['pl', 'Filed po polsku', 'Dużo'],
    ] as const) {
      const { items } = await list({ category, currency, language, size: 100 });
      const found = items.find((item) => item.id === id);
      expect(found).toEqual({
        id,
        category,
        type,
        logicValue: ofType.logicValue,
        currency,
        name,
        description,
        ...shown,
      });
    }
    for (const other of productCategories.filter((one) => one !== category)) {
      const { items } = await list({ category: other, currency, size: 100 });
      expect(items.map((item) => item.id)).not.toContain(id);
    }
    const user = await makeUser(api);
    await giveCoins(api, user, 500);
    const buy = {
      COINPACK: () => user.client.paymentCheckoutCard({ body: { currency: 'USD', productId: id } }),
      SUBSCRIPTION: () => user.client.subscriptionActivate({ body: { productId: id } }),
    }[type];
    expect(await buy()).toMatchObject(
      { COINPACK: { checkoutUrl: expect.any(String) }, SUBSCRIPTION: { subscription: { id, price: 480 } } }[type],
    );
    expect((await user.client.userMe()).coins).toBe({ COINPACK: 500, SUBSCRIPTION: 20 }[type]);
    await admin.client.productArchive({ params: { id } });
  });
});

test('whoever is no operator changes nothing', async () => {
  const user = await makeUser(api);
  const forbidden = { code: 'forbidden' };
  const params = { id: randomUUID() };
  await expect(user.client.productCreate({ body: newProduct('Z') })).rejects.toMatchObject(forbidden);
  await expect(user.client.productUpdate({ params, body: newProduct('Z') })).rejects.toMatchObject(forbidden);
  await expect(user.client.productArchive({ params })).rejects.toMatchObject(forbidden);
  await expect(user.client.productRecords({ query: {} })).rejects.toMatchObject(forbidden);
});
