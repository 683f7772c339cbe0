import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userErase } from '../src/domains/accounts/user-erase.ts';
import { roubleRefund } from '../src/domains/payments/order-refund.ts';
import { paymentsCheck } from '../src/domains/payments/payment-session.ts';
import { signatureOf } from '../src/integrations/payments/robokassa/signature.ts';
import { makeUser, type TestUser } from './people.ts';
import { findPayment } from '../../fake-providers/src/payments/payment-store.ts';
import { act, beginInRoubles, coinsOf, packOf, paymentsOf, startShop } from './shopper.ts';
import { runSql } from '@realmkeep/testkit/sql';
import type { TestApi } from './start-test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startShop();
});
afterAll(() => api[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);

interface Word {
  OutSum: string;
  InvId: string;
  Shp_productId: string;
  Shp_username: string;
}

/** The provider's callback for a paid order, with the sum in its format. */
function wordOf(params: URLSearchParams): Word {
  const of = (name: string) => params.get(name) ?? '';
  return {
    OutSum: `${of('OutSum')}0000`,
    InvId: of('InvId'),
    Shp_productId: of('Shp_productId'),
    Shp_username: of('Shp_username'),
  };
}

/** Sends the callback as the provider does, with a valid signature unless one is given. */
async function say(word: Word, { method = 'POST', signature = '' } = {}): Promise<{ status: number; text: string }> {
  const { password2 } = paymentsOf(api).keys.robokassa;
  const { OutSum, InvId, ...own } = word;
  const params = new URLSearchParams({
    // Before the others, and in another order than the signed one.
    Shp_username: own.Shp_username,
    Shp_productId: own.Shp_productId,
    OutSum,
    InvId,
    SignatureValue: signature || signatureOf('sha256', [OutSum, InvId, password2], { ...own }),
  });
  const url = `${api.url}/api/payment/robokassa/result`;
  const asked = method === 'GET' ? new Request(`${url}?${params}`) : new Request(url, { method: 'POST', body: params });
  const answer = await fetch(asked);
  return { status: answer.status, text: await answer.text() };
}

const result = (user: TestUser, sessionId: string, query: { returned?: string } = {}) =>
  user.client.paymentSession({ params: { sessionId }, query });

describe('a payment in roubles', () => {
  test.each(['POST', 'GET'])(
    'is credited by the callback, by %s, and answered the same however often it comes',
    async (method) => {
      const user = await makeUser(api);
      const { sessionId, params } = await beginInRoubles(api, user);
      const word = wordOf(params);
      const answers = await Promise.all(Array.from({ length: 50 }, () => say(word, { method })));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`200 OK${word.InvId}`]));
      expect(await coinsOf(user)).toBe(300);
      const paid = { status: 'PAID', amount: 251.1, currency: 'RUB', recipient: user.nickname, balance: 300 };
      expect(await result(user, sessionId)).toMatchObject(paid);
      // The provider sends the buyer back with the invoice's number.
      expect(await result(user, word.InvId)).toMatchObject(paid);
    },
  );

  test('goes from the checkout to the balance at the provider’s own page', async () => {
    const [payer, friend] = await Promise.all([makeUser(api), makeUser(api)]);
    const { checkoutUrl, params } = await beginInRoubles(api, payer, { username: friend.nickname });
    await fetch(checkoutUrl);
    const payment = findPayment(paymentsOf(api).db, { invoice: Number(params.get('InvId')) });
    await act(api, String(payment?.id), { act: 'pay' });
    expect([await coinsOf(payer), await coinsOf(friend)]).toEqual([0, 300]);
  });

  test('for a friend whose account is deleted meanwhile is the payer’s', async () => {
    const [payer, friend] = await Promise.all([makeUser(api), makeUser(api)]);
    const { sessionId, params } = await beginInRoubles(api, payer, { username: friend.nickname });
    await api.app.ctx.db.transaction().execute((tx) => userErase(tx, friend));
    expect(await say(wordOf(params))).toMatchObject({ status: 200 });
    expect(await coinsOf(payer)).toBe(300);
    expect(await result(payer, sessionId)).toMatchObject({ status: 'PAID', balance: 300 });
  });

  test('whose callback never came is credited by asking', async () => {
    const user = await makeUser(api);
    const { checkoutUrl, params } = await beginInRoubles(api, user);
    await fetch(checkoutUrl);
    const payment = findPayment(paymentsOf(api).db, { invoice: Number(params.get('InvId')) });
    await act(api, String(payment?.id), { act: 'pay' }, 'never');
    await sql('update orders set check_at = now() where invoice = $1', [params.get('InvId')]);
    await paymentsCheck(api.app.ctx);
    expect(await coinsOf(user)).toBe(300);
  });

  test('is told to the buyer who comes back with the provider’s signature, and to nobody with another', async () => {
    const user = await makeUser(api);
    const word = wordOf((await beginInRoubles(api, user)).params);
    await say(word);
    const { password1, password2 } = paymentsOf(api).keys.robokassa;
    const { OutSum, InvId, ...own } = word;
    const returned = (password: string) =>
      `?${new URLSearchParams({ ...word, SignatureValue: signatureOf('sha256', [OutSum, InvId, password], own) })}`;
    expect(await result(user, InvId, { returned: returned(password1) })).toMatchObject({ status: 'PAID' });
    for (const forged of [returned(password2), returned(password1).replace('OutSum=', 'OutSum=1'), `?InvId=${InvId}`]) {
      await expect(result(user, InvId, { returned: forged })).rejects.toMatchObject({ code: 'payment_return_invalid' });
    }
  });

  test('that nobody has made is closed with its time', async () => {
    const user = await makeUser(api);
    const { sessionId } = await beginInRoubles(api, user);
    expect(await result(user, sessionId)).toMatchObject({ status: 'PENDING' });
    await sql("update orders set expires_at = now() - interval '1 second' where id = $1", [sessionId]);
    expect(await result(user, sessionId)).toMatchObject({ status: 'CLOSED' });
  });
});

test('what was refunded in the provider’s cabinet is taken back at the console, part by part, once, and the log keeps it', async () => {
  const { db } = api.app.ctx;
  const [payer, friend] = await Promise.all([makeUser(api), makeUser(api)]);
  const { sessionId, params } = await beginInRoubles(api, payer, { username: friend.nickname });
  const invoice = Number(params.get('InvId'));
  expect(await roubleRefund(db, invoice, null)).toBeNull();
  await say(wordOf(params));
  await expect(roubleRefund(db, invoice, 25_111)).rejects.toThrow(RangeError);
  const half = await Promise.all([1, 2, 3].map(() => roubleRefund(db, invoice, 12_555)));
  expect(half.reduce((sum, refund) => sum + (refund?.coins ?? 0), 0)).toBe(150);
  expect([await coinsOf(payer), await coinsOf(friend)]).toEqual([0, 150]);
  expect(await roubleRefund(db, invoice, null)).toEqual({ nickname: payer.nickname, coins: 150 });
  expect(await coinsOf(friend)).toBe(0);
  expect(await result(payer, sessionId)).toMatchObject({ status: 'REFUNDED' });
  expect(
    await sql("select details from audit_log where action = 'paymentRefund' order by details->'refunded'", []),
  ).toEqual([
    { details: { invoice, refunded: 12_555, coins: 150 } },
    { details: { invoice, refunded: 25_110, coins: 150 } },
  ]);
});

describe('nothing is credited for', () => {
  test.each<[string, (word: Word) => Partial<Word>, string]>([
    ['another sum', () => ({ OutSum: '1.000000' }), 'bad order'],
    ['a sum that is a kopeck less', ({ OutSum }) => ({ OutSum: (Number(OutSum) - 0.01).toFixed(6) }), 'bad order'],
    ['another product', () => ({ Shp_productId: randomUUID() }), 'bad order'],
    ['another player', () => ({ Shp_username: 'somebody_else' }), 'bad order'],
    ['an invoice that does not exist', () => ({ InvId: '2147483600' }), 'bad invoice'],
    ['invoice 0', () => ({ InvId: '0' }), 'bad sign'],
    ['an invoice beyond the largest', () => ({ InvId: '2147483648' }), 'bad sign'],
    ['a sum that is no number', () => ({ OutSum: '1e3' }), 'bad sign'],
  ])('%s', async (_, change, answer) => {
    const user = await makeUser(api);
    const { params } = await beginInRoubles(api, user);
    const word = wordOf(params);
    expect(await say({ ...word, ...change(word) })).toEqual({ status: 400, text: answer });
    expect(await coinsOf(user)).toBe(0);
  });

  test('a signature by the other password, of another order, or none', async () => {
    const user = await makeUser(api);
    const { params } = await beginInRoubles(api, user);
    const word = wordOf(params);
    const { password1 } = paymentsOf(api).keys.robokassa;
    const own = { Shp_productId: word.Shp_productId, Shp_username: word.Shp_username };
    const signatures = [
      signatureOf('sha256', [word.OutSum, word.InvId, password1], own),
      signatureOf('sha256', [word.OutSum, '1', password1], own),
      'f'.repeat(64),
      'x',
    ];
    for (const signature of signatures) {
      expect(await say(word, { signature })).toEqual({ status: 400, text: 'bad sign' });
    }
    expect(await coinsOf(user)).toBe(0);
  });
});

test('case of the signature and of the name does not matter', async () => {
  const user = await makeUser(api);
  const { params } = await beginInRoubles(api, user);
  const word = { ...wordOf(params), Shp_username: user.nickname.toUpperCase() };
  const { password2 } = paymentsOf(api).keys.robokassa;
  const own = { Shp_productId: word.Shp_productId, Shp_username: word.Shp_username };
  const signature = signatureOf('sha256', [word.OutSum, word.InvId, password2], own).toUpperCase();
  expect(await say(word, { signature })).toEqual({ status: 200, text: `OK${word.InvId}` });
  expect(await coinsOf(user)).toBe(300);
});

test('a payment is begun twenty times in ten minutes, and no more', async () => {
  const user = await makeUser(api);
  const productId = await packOf(api, 100);
  const begun = await Promise.allSettled(
    Array.from({ length: 22 }, () => user.client.paymentCheckoutRub({ body: { productId } })),
  );
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});
