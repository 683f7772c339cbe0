import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Payments } from '../src/integrations/payments/payments.ts';
import { findPayment } from '../../fake-providers/src/payments/payment-store.ts';
import type { FakePayments } from '../../fake-providers/src/payments/fake-payments.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

const publicUrl = 'http://localhost:3000';
/** The product's address as these visitors use it. */
const productHere = 'http://127.0.0.1:3000';

let api: TestApi;
let sandbox: FakePayments;
/** The stand-ins' origin. */
let origin: string;
let card: NonNullable<Payments['card']>;
let roubles: NonNullable<Payments['roubles']>;

beforeAll(async () => {
  api = await startTestApi({ environment: { PUBLIC_URL: publicUrl } });
  const { payments } = api.app.ctx;
  if (!api.providers || !payments.card || !payments.roubles) throw new Error('nothing is played');
  sandbox = api.providers.payments;
  origin = api.providers.url;
  ({ card, roubles } = payments as { card: typeof card; roubles: typeof roubles });
});

afterAll(() => api[Symbol.asyncDispose]());

/** Begins an unpaid card checkout. @returns its id and path */
async function cardCheckout(productName = '300 coins'): Promise<{ id: string; path: string }> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const order = { orderId: randomUUID(), attempt: 1, currency: 'USD', amount: 269, language: 'en' } as const;
  const { sessionId, checkoutUrl } = await card.createCheckout({ ...order, productName, expiresAt });
  return { id: sessionId, path: checkoutUrl.replace(origin, '') };
}

function roublesUrl(): URL {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const payment = { invoice: randomInt(1, 2 ** 31), amount: 27_900, description: '300 монет', language: 'ru' } as const;
  return new URL(roubles.checkoutUrl({ ...payment, username: 'Steve_2', productId: randomUUID(), expiresAt }));
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(origin + path, { headers, redirect: 'manual' });
  const { status } = response;
  return { status, headers: response.headers, to: response.headers.get('location'), text: await response.text() };
}

async function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(form);
  const response = await fetch(origin + path, { method: 'POST', body, headers, redirect: 'manual' });
  return { status: response.status, to: response.headers.get('location'), text: await response.text() };
}

test('every page says that it is a sandbox, keeps out of search engines, and runs no script of others', async () => {
  const { id, path } = await cardCheckout();
  for (const page of ['/sandbox/pay', path, `/sandbox/pay/payment/${id}`, '/sandbox/pay/payment/unknown']) {
    const { status, headers, text } = await get(page);
    expect(status).toBe(page.endsWith('unknown') ? 404 : 200);
    expect(text).toContain('No money moves here.');
    expect(text).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(text).not.toMatch(/<style|style=|<script(?! src="\/)| on\w+=/);
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';style-src 'self';");
    expect(headers.get('cache-control')).toBe('no-store');
  }
  for (const file of ['base.css', 'pages.css']) {
    const { status, headers } = await get(`/sandbox/pay/${file}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  }
});

test.each([
  ['en', 'Pay $2.69'],
  ['ru', 'Оплатить 2,69 $'],
  ['pl', 'Zapłać 2,69 USD'],
])('a checkout is read in %s', async (language, button) => {
  const { path } = await cardCheckout('<b>300</b> coins');
  const { text } = await get(path, { cookie: `locale=${language}` });
  const plain = text.replaceAll(/[\u00a0\u202f]/g, ' ');
  expect(plain).toContain(`<html lang="${language}">`);
  expect(plain).toContain(button);
  expect(plain).toContain('&#60;b&#62;300&#60;/b&#62; coins');
});

test('whoever pays comes back with the session, and the product hears of it', async () => {
  const { id, path } = await cardCheckout();
  const { status, to } = await post(path, { act: 'pay', arrival: 'never' }, { origin });
  expect([status, to]).toEqual([303, `${productHere}/shop/success?session_id=${id}`]);
  const held = await get(`/sandbox/pay/payment/${id}`);
  expect(held.text).toContain('Held back');
  const [, delivery = ''] = /name="delivery" value="(\d+)"/.exec(held.text) ?? [];
  expect(await post(`/sandbox/pay/payment/${id}/deliver`, { delivery })).toMatchObject({ status: 303 });
  const taken = await get(`/sandbox/pay/payment/${id}`);
  expect(taken.text).toContain('200 {&#34;received&#34;:true}');
  expect((await get(path)).text).toContain('Nothing is left to pay here.');
  expect((await post(path, { act: 'pay' })).to).toBe(path);
});

test('a declined card may try again; who turns back has paid nothing', async () => {
  const { id, path } = await cardCheckout();
  const declined = await post(path, { act: 'decline' });
  expect(declined.to).toBe(`${path}?declined=1`);
  expect((await get(declined.to ?? '')).text).toContain('The bank has refused the card.');
  expect((await post(path, { act: 'cancel' })).to).toBe(`${productHere}/shop/cancelled`);
  expect(findPayment(sandbox.db, { id })).toMatchObject({ status: 'OPEN' });
});

test('roubles: only a signed address leads to a checkout, and the way back is signed', async () => {
  const url = roublesUrl();
  const begun = await get(url.pathname + url.search);
  const invoice = url.searchParams.get('InvId');
  expect(begun).toMatchObject({ status: 303, to: `/sandbox/pay/checkout/robokassa-${invoice}` });
  const { to } = await post(begun.to ?? '', { act: 'pay', arrival: 'never', method: 'GET' });
  const back = new URL(to ?? '');
  expect(back.origin + back.pathname).toBe(`${productHere}/shop/success`);
  expect(roubles.readSuccess(back.searchParams)).toMatchObject({ invoice: Number(invoice), amount: 27_900 });
  url.searchParams.set('OutSum', '1.00');
  const bad = await get(url.pathname + url.search);
  expect([bad.status, bad.text.includes('The signature is wrong.')]).toEqual([400, true]);
  const other = roublesUrl();
  const refused = await get(other.pathname + other.search);
  const declined = await post(refused.to ?? '', { act: 'decline' });
  expect(declined.to).toContain(
    `${productHere}/shop/cancelled?OutSum=279.00&InvId=${other.searchParams.get('InvId')}&`,
  );
});

test('a refund takes an amount as people write it, and what was wrong is said at the field', async () => {
  const { id, path } = await cardCheckout();
  await post(path, { act: 'pay', arrival: 'never' });
  const payment = `/sandbox/pay/payment/${id}`;
  for (const amount of ['0', '2.70', '-1', 'much', '1.005']) {
    const { status, text } = await post(payment, { act: 'refund', amount });
    expect(status).toBe(422);
    expect(text).toContain(`value="${amount}"`);
    expect(text).toContain('From $0.01 to $2.69.');
  }
  expect(await post(payment, { act: 'refund', amount: ' 1,50 ' })).toMatchObject({ status: 303, to: payment });
  expect(await post(payment, { act: 'dispute' })).toMatchObject({ status: 303 });
  expect((await post(payment, { act: 'money-comes' })).status).toBe(422);
  expect(findPayment(sandbox.db, { id })).toMatchObject({ refunded: 150, dispute_state: 'OPEN', disputed: 119 });
  const { text } = await get(payment);
  expect(text).toContain('Partly refunded');
  expect(text).toContain('charge.dispute.created');
});

test.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
  'another site presses no buttons: %j',
  async (headers) => {
    const { id, path } = await cardCheckout();
    const { status } = await post(path, { act: 'pay' }, headers);
    expect(status).toBe(403);
    expect(findPayment(sandbox.db, { id })).toMatchObject({ status: 'OPEN' });
  },
);

test('where the world comes there is no sandbox, and nothing can be bought', async () => {
  await using outside = await startTestApi();
  expect(outside.app.ctx.payments).toEqual({ card: null, roubles: null });
  expect(outside.providers).toBeNull();
  expect((await fetch(`${outside.url}/sandbox/pay`)).status).toBe(404);
});
