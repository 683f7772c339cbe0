import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentsCheck } from '../src/domains/payments/payment-session.ts';
import { logIn, makeUser, registerBody, type TestUser } from './people.ts';
import { act, beginByCard, coinsOf, eventsOf, packOf, postEvent, startShop, subscriptionProduct } from './shopper.ts';
import { walletSpend } from '../src/domains/coins/wallet/wallet-spend.ts';
import { latestMessage, linkChat } from './chat-people.ts';
import { makeAdmin } from './people-money.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestProviders } from './fake-providers.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startShop();
});
afterAll(() => api[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);
const result = (user: TestUser, sessionId: string) => user.client.paymentSession({ params: { sessionId }, query: {} });

/** Checks open payments, as the timer does. */
async function checkNow(): Promise<void> {
  await sql("update orders set check_at = now() - interval '1 second' where check_at is not null");
  await paymentsCheck(api.app.ctx);
}

describe('a payment by card', () => {
  test.each(['USD', 'PLN'] as const)('in %s is credited by the webhook', async (currency) => {
    const user = await makeUser(api);
    const { sessionId, checkoutUrl } = await beginByCard(api, user, { currency });
    expect(checkoutUrl).toContain(`/sandbox/pay/checkout/${sessionId}`);
    expect(await result(user, sessionId)).toMatchObject({ status: 'PENDING', coins: 300, balance: 0 });
    await act(api, sessionId, { act: 'pay' });
    expect(await coinsOf(user)).toBe(300);
    expect(await result(user, sessionId)).toMatchObject({
      status: 'PAID',
      recipient: user.nickname,
      amount: currency === 'USD' ? 2.69 : 10.79,
      currency,
      balance: 300,
    });
    const { items } = await user.client.walletStatement({ query: {} });
    expect(items).toMatchObject([{ amount: 300 }]);
  });

  test('is credited by the return of the buyer where the webhook never comes', async () => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    await act(api, sessionId, { act: 'pay' }, 'never');
    expect(await coinsOf(user)).toBe(0);
    const answers = await Promise.all(Array.from({ length: 10 }, () => result(user, sessionId)));
    expect(answers.every(({ status }) => status === 'PAID')).toBe(true);
    expect(await coinsOf(user)).toBe(300);
  });

  test('is credited by the timer where nobody comes at all', async () => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    await act(api, sessionId, { act: 'pay' }, 'never');
    await checkNow();
    expect(await coinsOf(user)).toBe(300);
    const [order] = await sql('select check_at from orders where session_id = $1', [sessionId]);
    expect(order?.['check_at']).toBeNull();
  });

  test('is credited by the next process where the first has gone between the payment and the credit', async () => {
    const environment = { PUBLIC_URL: 'http://localhost:3000' };
    const providers = await startTestProviders(environment.PUBLIC_URL);
    const first = await startTestApi({ environment, providers });
    const { databaseUrl } = first.config;
    const user = await makeUser(first);
    const { sessionId } = await beginByCard(first, user);
    await act(first, sessionId, { act: 'pay' }, 'never');
    await first[Symbol.asyncDispose]();
    await runSql(databaseUrl, 'update orders set check_at = now()');
    await using next = await startTestApi({ environment, providers, databaseUrl });
    const client = next.clientWith(user.tokens.token);
    await expect.poll(async () => (await client.userMe()).coins).toBe(300);
    await providers.close();
  });

  test('is credited once for fifty webhooks, the return and the timer at the same time', async () => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    await act(api, sessionId, { act: 'pay' }, 'never');
    const [event = {}] = eventsOf(api, sessionId);
    const webhooks = Array.from({ length: 50 }, () => postEvent(api, event));
    const answers = await Promise.all([...webhooks, result(user, sessionId), checkNow()]);
    expect(answers.slice(0, 50).map((answer) => (answer as Response).status)).toEqual(Array(50).fill(200));
    expect(await coinsOf(user)).toBe(300);
  });

  test('that comes later is credited when the money has come, and closed when it does not', async () => {
    const [glad, sad] = await Promise.all([makeUser(api), makeUser(api)]);
    const [first, second] = await Promise.all([beginByCard(api, glad), beginByCard(api, sad)]);
    for (const { sessionId } of [first, second]) await act(api, sessionId, { act: 'pay-later' });
    expect(await result(glad, first.sessionId)).toMatchObject({ status: 'PENDING', balance: 0 });
    await act(api, first.sessionId, { act: 'money-comes' });
    expect(await result(glad, first.sessionId)).toMatchObject({ status: 'PAID', balance: 300 });
    // Fleeting coins are part of what the pages call the balance.
    const expires = new Date(Date.now() + 86_400_000).toISOString();
    const body = { username: glad.nickname, coins: 40, expires, reason: 'sorry', requestId: randomUUID() };
    await (await makeAdmin(api)).client.adminCoinsGrant({ body });
    expect(await result(glad, first.sessionId)).toMatchObject({ balance: 340 });
    await act(api, second.sessionId, { act: 'money-fails' });
    expect(await result(sad, second.sessionId)).toMatchObject({ status: 'CLOSED', balance: 0 });
  });

  test('that nobody makes is closed with its time', async () => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    await act(api, sessionId, { act: 'expire' });
    expect(await result(user, sessionId)).toMatchObject({ status: 'CLOSED' });
  });

  test('for another player goes to them, found by name regardless of case; an unknown name is refused before the payment', async () => {
    const [payer, friend] = await Promise.all([makeUser(api), makeUser(api)]);
    const { sessionId } = await beginByCard(api, payer, { username: friend.nickname.toUpperCase() });
    await act(api, sessionId, { act: 'pay' });
    expect([await coinsOf(payer), await coinsOf(friend)]).toEqual([0, 300]);
    expect(await result(payer, sessionId)).toMatchObject({ recipient: friend.nickname, balance: 0 });
    expect((await friend.client.walletStatement({ query: {} })).items).toMatchObject([
      { kind: 'TOP_UP', subject: payer.nickname, amount: 300 },
    ]);
    await expect(result(friend, sessionId)).rejects.toMatchObject({ code: 'payment_unknown' });
    await expect(beginByCard(api, payer, { username: 'nobody_at_all' })).rejects.toMatchObject({
      code: 'user_unknown',
    });
  });

  test('is for packs of coins that are sold for the currency', async () => {
    const user = await makeUser(api);
    const { items } = await api.anonymous.productList({ query: { currency: 'COINS' } });
    for (const productId of [items[0]?.id ?? '', randomUUID()]) {
      await expect(user.client.paymentCheckoutCard({ body: { currency: 'USD', productId } })).rejects.toMatchObject({
        code: 'product_unknown',
      });
    }
    const roubles = { currency: 'RUB' as 'USD', productId: await packOf(api, 300) };
    await expect(user.client.paymentCheckoutCard({ body: roubles })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('what is not what was ordered is not credited', () => {
  test.each([
    ['a cheap payment for a dear order', 'amount = amount * 100'],
    ['another currency', "currency = 'PLN'"],
  ])('%s', async (_, change) => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    await sql(`update orders set ${change} where session_id = $1`, [sessionId]);
    await act(api, sessionId, { act: 'pay' });
    expect(await coinsOf(user)).toBe(0);
    expect(await result(user, sessionId)).toMatchObject({ status: 'PENDING' });
  });

  test("another order's payment", async () => {
    const user = await makeUser(api);
    const [cheap, dear] = [await beginByCard(api, user, { coins: 100 }), await beginByCard(api, user, { coins: 1500 })];
    await act(api, cheap.sessionId, { act: 'pay' }, 'never');
    await sql("update orders set session_id = 'cs_elsewhere' where session_id = $1", [dear.sessionId]);
    await sql('update orders set session_id = null where session_id = $1', [cheap.sessionId]);
    await sql("update orders set session_id = $1 where session_id = 'cs_elsewhere'", [cheap.sessionId]);
    const [event = {}] = eventsOf(api, cheap.sessionId);
    await postEvent(api, event);
    expect(await coinsOf(user)).toBe(0);
  });

  test.each([
    ['a signature by another secret', { secret: 'whsec_of_somebody_else_entirely' }],
    ['a signature of an hour ago', { timestamp: Math.floor(Date.now() / 1000) - 3600 }],
  ])('%s', async (_, signing) => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    await act(api, sessionId, { act: 'pay' }, 'never');
    const [event = {}] = eventsOf(api, sessionId);
    expect((await postEvent(api, event, signing)).status).toBe(400);
    expect(await coinsOf(user)).toBe(0);
  });

  test('an event that claims to be paid, of a checkout that is not', async () => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    const object = { id: sessionId, object: 'checkout.session', payment_status: 'paid', status: 'complete' };
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'checkout.session.completed',
      livemode: false,
      data: { object },
    };
    await postEvent(api, event);
    expect(await coinsOf(user)).toBe(0);
  });
});

describe('what is given back', () => {
  test('takes its part of the coins, and the whole of it all', async () => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    const { amount } = await act(api, sessionId, { act: 'pay' });
    await act(api, sessionId, { act: 'refund', amount: 100 });
    expect(await coinsOf(user)).toBe(300 - Math.floor((300 * 100) / amount));
    await act(api, sessionId, { act: 'refund', amount: amount - 100 }, 'twice');
    expect(await coinsOf(user)).toBe(0);
    expect(await result(user, sessionId)).toMatchObject({ status: 'REFUNDED' });
  });

  test('may be told before the payment itself, and backwards', async () => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    const { amount } = await act(api, sessionId, { act: 'pay' }, 'never');
    await act(api, sessionId, { act: 'refund', amount: 50 }, 'never');
    await act(api, sessionId, { act: 'refund', amount: 50 }, 'never');
    for (const event of eventsOf(api, sessionId).toReversed()) {
      expect((await postEvent(api, event)).status).toBe(200);
    }
    expect(await coinsOf(user)).toBe(300 - Math.floor((300 * 100) / amount));
  });

  test('takes the referrer’s share with it', async () => {
    const referrer = await makeUser(api);
    const nickname = `r_${randomUUID().slice(0, 8)}`;
    const body = registerBody(nickname, { referrer_username: referrer.nickname });
    await api.anonymous.userRegister({ body });
    const tokens = await logIn(api, nickname);
    const client = api.clientWith(tokens.token);
    const payer = { nickname, tokens, client, id: (await client.userMe()).id };
    const verified = "update referrals set status = 'VERIFIED' where referred_id = $1";
    await runSql(api.config.databaseUrl, verified, [payer.id]);
    const { sessionId } = await beginByCard(api, payer, { coins: 700 });
    const { amount } = await act(api, sessionId, { act: 'pay' });
    expect(await coinsOf(referrer)).toBe(140);
    await act(api, sessionId, { act: 'refund', amount });
    expect([await coinsOf(payer), await coinsOf(referrer)]).toEqual([0, 0]);
  });
});

describe('what the bank takes back', () => {
  test('is held, then taken; what is spent already is owed, blocks spending, and is repaid first', async () => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    await act(api, sessionId, { act: 'pay' });
    const subscription = await subscriptionProduct(api, 'ZOMBIE');
    await user.client.subscriptionActivate({ body: { productId: subscription } });
    await act(api, sessionId, { act: 'dispute' });
    expect(await result(user, sessionId)).toMatchObject({ status: 'DISPUTED' });
    await act(api, sessionId, { act: 'lose' });
    const ghast = await subscriptionProduct(api, 'GHAST');
    await expect(user.client.subscriptionActivate({ body: { productId: ghast } })).rejects.toMatchObject({
      code: 'wallet_debt',
      params: { coins: 300 },
    });
    const more = await beginByCard(api, user, { coins: 700 });
    await act(api, more.sessionId, { act: 'pay' });
    expect(await coinsOf(user)).toBe(400);
  });

  test('comes back when the shop wins', async () => {
    const user = await makeUser(api);
    const { sessionId } = await beginByCard(api, user);
    await act(api, sessionId, { act: 'pay' });
    await act(api, sessionId, { act: 'dispute' });
    await act(api, sessionId, { act: 'withdraw' });
    await act(api, sessionId, { act: 'win' });
    expect(await coinsOf(user)).toBe(300);
    expect(await result(user, sessionId)).toMatchObject({ status: 'PAID' });
  });
});

async function present() {
  const [payer, friend] = [await makeUser(api), await makeUser(api)];
  const accounts = { payer: await linkChat(api, payer), friend: await linkChat(api, friend) };
  const { sessionId } = await beginByCard(api, payer, { username: friend.nickname });
  await act(api, sessionId, { act: 'pay' });
  return { payer, friend, accounts, sessionId };
}
const subscribe = async (user: TestUser) =>
  user.client.subscriptionActivate({ body: { productId: await subscriptionProduct(api, 'ZOMBIE') } });

describe('a present that the bank takes back', () => {
  const dayMs = 24 * 3_600_000;

  test('ends what was bought with it; what was used of that the payer owes, and both are told', async () => {
    const { payer, friend, accounts, sessionId } = await present();
    await subscribe(friend);
    await act(api, sessionId, { act: 'dispute' });
    expect((await friend.client.userMe()).user_subscription.subscription.name).toBe('ZOMBIE');
    await act(api, sessionId, { act: 'lose' });
    expect(await friend.client.userMe()).toMatchObject({
      user_subscription: { subscription: { name: 'CHICKEN' } },
      coins: 0,
      debt: 0,
    });
    // A moment of the month was used, which costs one coin.
    expect(await payer.client.userMe()).toMatchObject({ coins: 0, debt: 1 });
    expect((await latestMessage(api, accounts.friend)).content).toMatch(/taken from your account: 299\..* has ended\./);
    expect((await latestMessage(api, accounts.payer)).content).toMatch(/Already used: 1\./);
    const { items } = await friend.client.walletStatement({ query: {} });
    expect(items.map(({ kind, subject, amount }) => [kind, subject, amount])).toEqual([
      ['CHARGEBACK', payer.nickname, -299],
      ['REVERSAL', 'ZOMBIE', 299],
      ['SUBSCRIPTION', 'ZOMBIE', -300],
      ['TOP_UP', payer.nickname, 300],
    ]);
  });

  test('shortens it by no more than is missing, and never what was paid before', async () => {
    const { payer, friend, sessionId } = await present();
    const own = await beginByCard(api, friend, { coins: 300 });
    await act(api, own.sessionId, { act: 'pay' });
    const before = Date.parse((await subscribe(friend)).expiring ?? '');
    const spent = { id: randomUUID(), userId: friend.id, coins: 100, key: `sub:${randomUUID()}`, ref: randomUUID() };
    await api.app.ctx.db.transaction().execute((tx) => walletSpend(tx, spent));
    await act(api, sessionId, { act: 'dispute' });
    await act(api, sessionId, { act: 'lose' });
    const { user_subscription: shorter, coins, debt } = await friend.client.userMe();
    expect([shorter.subscription.name, coins, debt]).toEqual(['ZOMBIE', 0, 0]);
    const days = (before - Date.parse(shorter.expiring ?? '')) / dayMs;
    expect(days).toBeGreaterThan(9);
    expect(days).toBeLessThan(11);
    expect((await payer.client.userMe()).debt).toBe(0);

    // A subscription from before the gift was not bought with it.
    const second = await beginByCard(api, payer, { username: friend.nickname, coins: 100 });
    const { amount } = await act(api, second.sessionId, { act: 'pay' });
    await api.app.ctx.db.transaction().execute((tx) => walletSpend(tx, { ...spent, key: `sub:${randomUUID()}` }));
    await act(api, second.sessionId, { act: 'refund', amount });
    expect((await friend.client.userMe()).user_subscription.expiring).toBe(shorter.expiring);
    expect((await friend.client.userMe()).debt).toBe(0);
    expect((await payer.client.userMe()).debt).toBe(100);
  });

  test('repays nothing that its recipient owes', async () => {
    const { payer, friend, sessionId } = await present();
    const own = await beginByCard(api, friend, { coins: 100 });
    await act(api, own.sessionId, { act: 'pay' });
    await subscribe(friend);
    const spent = { userId: friend.id, coins: 100, key: `sub:${randomUUID()}`, ref: randomUUID() };
    await api.app.ctx.db.transaction().execute((tx) => walletSpend(tx, spent));
    for (const what of ['dispute', 'lose'] as const) await act(api, own.sessionId, { act: what });
    expect((await friend.client.userMe()).debt).toBe(100);
    for (const what of ['dispute', 'lose'] as const) await act(api, sessionId, { act: what });
    expect([(await friend.client.userMe()).debt, (await payer.client.userMe()).debt]).toEqual([100, 1]);
  });

  test('is taken once, however often and however much at once it is told', async () => {
    const { payer, friend, sessionId } = await present();
    await subscribe(friend);
    await act(api, sessionId, { act: 'dispute' }, 'never');
    await act(api, sessionId, { act: 'lose' }, 'never');
    const events = eventsOf(api, sessionId);
    await Promise.all([...events, ...events, ...events].map((event) => postEvent(api, event)));
    expect(await friend.client.userMe()).toMatchObject({ coins: 0, debt: 0, held: 0 });
    expect((await payer.client.userMe()).debt).toBe(1);
  });
});

test('a dispute that is over stays over, whatever is told of it late', async () => {
  const user = await makeUser(api);
  const { sessionId } = await beginByCard(api, user);
  await act(api, sessionId, { act: 'pay' });
  for (const what of ['dispute', 'withdraw', 'win'] as const) await act(api, sessionId, { act: what }, 'never');
  for (const event of eventsOf(api, sessionId).toReversed()) await postEvent(api, event);
  expect(await result(user, sessionId)).toMatchObject({ status: 'PAID', balance: 300 });
});

test('of two disputes, the one that is won does not hide the one that is lost', async () => {
  const user = await makeUser(api);
  const { sessionId } = await beginByCard(api, user);
  await act(api, sessionId, { act: 'pay' });
  for (const what of ['dispute', 'lose'] as const) await act(api, sessionId, { act: what });
  const lost = eventsOf(api, sessionId).at(-1) as { id: string; data: { object: { id: string } } };
  const won = { ...lost, data: { object: { ...lost.data.object, id: 'dp_another', status: 'won' } } };
  expect((await postEvent(api, won)).status).toBe(200);
  expect(await result(user, sessionId)).toMatchObject({ status: 'DISPUTED', balance: 0 });
});
