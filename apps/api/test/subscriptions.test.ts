import { randomUUID } from 'node:crypto';
import type { Tier } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realmsOverlimit } from '../src/domains/realms/realms-overlimit.ts';
import { subscriptionsRenew } from '../src/domains/subscriptions/subscription-renew.ts';
import { makeUser, realmBody, type TestUser } from './people.ts';
import { giveCoins, makeAdmin } from './people-money.ts';
import { newProduct, tierProducts } from './shopper.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let productOf: Map<Tier, string>;

beforeAll(async () => {
  api = await startTestApi();
  productOf = await tierProducts(api);
});
afterAll(() => api[Symbol.asyncDispose]());

const subscribe = (user: TestUser, tier: Tier, requestId?: string) =>
  user.client.subscriptionActivate({
    body: { productId: productOf.get(tier) ?? '', ...(requestId ? { requestId } : {}) },
  });

const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);

const shift = (user: TestUser, by: string) =>
  sql(
    `update subscriptions set period_started_at = period_started_at - $2::interval,
      period_ends_at = period_ends_at - $2::interval where user_id = $1 and ended_at is null`,
    [user.id, by],
  );

let addresses = 0;
const makeRealm = async (user: TestUser, name: string) => {
  addresses += 1;
  return user.client.realmCreate({ body: realmBody(name, `sub-${addresses}`) });
};

test('the plans tell every limit, and what they cost', async () => {
  const plans = await api.anonymous.subscriptionPlans();
  expect(plans.map(({ tier, price, subscribable }) => [tier, price, subscribable])).toEqual([
    ['CHICKEN', null, false],
    ['ZOMBIE', 300, true],
    ['GHAST', 700, true],
    ['DRAGON', 1500, true],
  ]);
  expect(plans[0]).toMatchObject({ turn_off_realm_after: 60, realm_advertisement: true, max_realms: 1 });
  expect(plans[3]).toMatchObject({ max_realm_slots: null, realm_max_radius: 2000, turn_off_realm_after: null });
});

test('coins buy a month, fleeting ones first', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 250);
  await giveCoins(api, user, 100, new Date(Date.now() + 3_600_000));
  const subscription = await subscribe(user, 'ZOMBIE');
  expect(subscription).toMatchObject({ renews: true, subscription: { tier: 'ZOMBIE' } });
  const me = await user.client.userMe();
  expect(me).toMatchObject({ coins: 50, fleeting_coins: [], user_subscription: subscription });
  const month = Date.parse(subscription.expiring ?? '') - Date.parse(subscription.started);
  expect(month / 86_400_000).toBeGreaterThanOrEqual(28);
});

test('too few coins, the same or a lower tier, and what is no subscription are refused, and cost nothing', async () => {
  const user = await makeUser(api);
  await expect(subscribe(user, 'ZOMBIE')).rejects.toMatchObject({ code: 'insufficient_funds' });
  await giveCoins(api, user, 2000);
  await subscribe(user, 'GHAST');
  await expect(subscribe(user, 'GHAST')).rejects.toMatchObject({ code: 'subscription_already' });
  await expect(subscribe(user, 'ZOMBIE')).rejects.toMatchObject({ code: 'subscription_already' });
  const pack = await api.anonymous.productList({ query: { currency: 'USD', category: 'COINS' } });
  const productId = pack.items[0]?.id ?? '';
  for (const id of [productId, randomUUID()]) {
    await expect(user.client.subscriptionActivate({ body: { productId: id } })).rejects.toMatchObject({
      code: 'subscription_product_invalid',
    });
  }
  expect((await user.client.userMe()).coins).toBe(1300);
});

test('fifty activations at once with coins for one: one', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 350);
  const done = await Promise.allSettled(Array.from({ length: 50 }, () => subscribe(user, 'ZOMBIE')));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await user.client.userMe()).coins).toBe(50);
});

test('a request that is made again is carried out once; with other contents it is refused', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 5000);
  const requestId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => subscribe(user, 'ZOMBIE', requestId)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect((await user.client.userMe()).coins).toBe(4700);
  await expect(subscribe(user, 'DRAGON', requestId)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  // Another player's request has nothing to do with it.
  const other = await makeUser(api);
  await giveCoins(api, other, 300);
  await subscribe(other, 'ZOMBIE', requestId);
  expect((await other.client.userMe()).coins).toBe(0);
});

test('several products of a tier are each sold, previewed and renewed at their own price', async () => {
  const admin = await makeAdmin(api);
  const make = (price: number, discount?: number) =>
    admin.client.productCreate({
      body: newProduct('Zombie for builders', {
        type: 'SUBSCRIPTION',
        logicValue: 1,
        prices: [{ currency: 'COINS', price, ...(discount ? { discount } : {}) }],
      }),
    });
  const [dear, dearer] = [await make(1000, 60), await make(500)];
  const user = await makeUser(api);
  await giveCoins(api, user, 2000);
  const preview = (productId?: string) =>
    user.client.subscriptionPreview({ query: { tier: 'ZOMBIE', ...(productId ? { productId } : {}) } });
  expect((await preview()).price).toBe(300);
  expect((await preview(dear.id)).price).toBe(400);
  expect((await preview(dearer.id)).price).toBe(500);
  expect((await preview(productOf.get('GHAST'))).price).toBeNull();

  const bought = await user.client.subscriptionActivate({ body: { productId: dearer.id } });
  expect(bought.subscription).toMatchObject({ id: dearer.id, price: 500, tier: 'ZOMBIE' });
  const renew = async () => {
    await shift(user, '32 days');
    await subscriptionsRenew(api.app.ctx);
    return (await user.client.userMe()).coins;
  };
  expect(await renew()).toBe(1000);
  // An archived product is renewed as the cheapest one of its tier.
  await admin.client.productArchive({ params: { id: dearer.id } });
  expect((await user.client.userMe()).user_subscription.subscription).toMatchObject({ price: 300, subscribable: true });
  expect(await renew()).toBe(700);
  await admin.client.productArchive({ params: { id: dear.id } });
});

const pricedAt = (price: number) =>
  newProduct('Zombie at a price', { type: 'SUBSCRIPTION', logicValue: 1, prices: [{ currency: 'COINS', price }] });

test('nothing is charged beyond the price that was agreed to', async () => {
  const admin = await makeAdmin(api);
  const { id: productId } = await admin.client.productCreate({ body: pricedAt(400) });
  const user = await makeUser(api);
  await giveCoins(api, user, 1000);
  const seen = await user.client.subscriptionPreview({ query: { tier: 'ZOMBIE', productId } });
  const agreed = { productId, maxPrice: seen.price ?? 0 };
  await admin.client.productUpdate({ params: { id: productId }, body: pricedAt(500) });
  await expect(user.client.subscriptionActivate({ body: agreed })).rejects.toMatchObject({
    code: 'subscription_price_risen',
    params: { price: 500 },
  });
  expect(await user.client.userMe()).toMatchObject({ coins: 1000, user_subscription: { id: null } });
  await admin.client.productUpdate({ params: { id: productId }, body: pricedAt(300) });
  await user.client.subscriptionActivate({ body: agreed });
  expect((await user.client.userMe()).coins).toBe(700);
  await admin.client.productArchive({ params: { id: productId } });
});

test('a higher tier counts the unused days in, and its month begins now', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 1000);
  await subscribe(user, 'ZOMBIE');
  await sql(
    `update subscriptions set period_started_at = now() - interval '10 days', period_ends_at = now() + interval '20 days'
      where user_id = $1`,
    [user.id],
  );
  const { price, credit } = await user.client.subscriptionPreview({ query: { tier: 'GHAST' } });
  expect(credit).toBeGreaterThanOrEqual(199);
  expect(credit).toBeLessThanOrEqual(200);
  expect(price).toBe(700 - credit);
  await subscribe(user, 'GHAST');
  expect((await user.client.userMe()).coins).toBe(1000 - 300 - (price ?? 0));
});

test('what is cancelled stays until the month ends, and can be taken back', async () => {
  const user = await makeUser(api);
  await expect(user.client.subscriptionCancel()).rejects.toMatchObject({ code: 'subscription_none' });
  await giveCoins(api, user, 900);
  await subscribe(user, 'ZOMBIE');
  const cancelled = await user.client.subscriptionCancel();
  expect(cancelled).toMatchObject({ renews: false, subscription: { tier: 'ZOMBIE', subscription_cancelled: true } });
  expect(await user.client.subscriptionResume()).toMatchObject({ renews: true });
  await user.client.subscriptionCancel();
  await shift(user, '1 month');
  await subscriptionsRenew(api.app.ctx);
  const me = await user.client.userMe();
  expect(me.user_subscription).toMatchObject({ id: null, subscription: { tier: 'CHICKEN' }, expiring: null });
  expect(me.coins).toBe(600);
});

test('a month that ends is renewed once where the coins are there, however many do it', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 1000);
  const before = await subscribe(user, 'ZOMBIE');
  await shift(user, '1 month');
  await Promise.all([1, 2, 3].map(() => subscriptionsRenew(api.app.ctx)));
  const me = await user.client.userMe();
  expect(me.coins).toBe(400);
  expect(me.user_subscription.id).toBe(before.id);
  expect(Date.parse(me.user_subscription.expiring ?? '')).toBeGreaterThan(Date.now() + 27 * 86_400_000);
});

test('where they are not, realms above the limit stop, are kept, and come back with the tier', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 700);
  await subscribe(user, 'GHAST');
  const kept = await makeRealm(user, 'Kept');
  const stopped = await makeRealm(user, 'Stopped');
  await sql('update realms set last_activity_at = now() where id = $1', [kept.id]);
  const preview = await user.client.subscriptionPreview({ query: { tier: 'CHICKEN' } });
  expect(preview).toMatchObject({
    keeps: [{ id: kept.id }],
    stops: [{ id: stopped.id }],
    shrinks: [{ id: kept.id }],
    off: [],
  });

  await shift(user, '1 month');
  await subscriptionsRenew(api.app.ctx);
  const params = { id: stopped.id };
  const after = await user.client.realmGet({ params });
  expect(after).toMatchObject({ overlimit: true, status: 'OFF' });
  const days = (Date.parse(after.deletionTimeout ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(13);
  expect(await user.client.realmGet({ params: { id: kept.id } })).toMatchObject({
    overlimit: false,
    slots: 2,
    borderDiameter: 500,
  });
  await expect(
    user.client.realmPowerSet({ params: { realmId: stopped.id }, body: { power: 'ON' } }),
  ).rejects.toMatchObject({ code: 'realm_overlimit' });

  await giveCoins(api, user, 300);
  await subscribe(user, 'ZOMBIE');
  expect(await user.client.realmGet({ params })).toMatchObject({ overlimit: false, deletionTimeout: null, slots: 5 });
});

test('a realm that leaves makes room for one above the limit', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 300);
  await subscribe(user, 'ZOMBIE');
  const first = await makeRealm(user, 'First');
  const second = await makeRealm(user, 'Second');
  await sql('update realms set last_activity_at = now() where id = $1', [first.id]);
  await shift(user, '1 month');
  await subscriptionsRenew(api.app.ctx);
  expect(await user.client.realmGet({ params: { id: second.id } })).toMatchObject({ overlimit: true });
  await user.client.realmDelete({ params: { id: first.id } });
  expect(await user.client.realmGet({ params: { id: second.id } })).toMatchObject({ overlimit: false });
});

test('a realm that was kept stays, though one above the limit was left by its players a moment later', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 700);
  await subscribe(user, 'GHAST');
  const [kept, stopped, third] = [
    await makeRealm(user, 'Kept'),
    await makeRealm(user, 'Stopped'),
    await makeRealm(user, 'Third'),
  ];
  await sql('update realms set last_activity_at = now() where id = $1', [kept.id]);
  await shift(user, '1 month');
  await subscriptionsRenew(api.app.ctx);
  await sql('update realms set last_activity_at = now() where id = $1', [stopped.id]);
  await user.client.realmDelete({ params: { id: third.id } });
  expect(await user.client.realmGet({ params: { id: kept.id } })).toMatchObject({ overlimit: false });
  expect(await user.client.realmGet({ params: { id: stopped.id } })).toMatchObject({ overlimit: true });
});

test('of realms, the protected are kept before those that were played on last', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 300);
  await subscribe(user, 'ZOMBIE');
  const [played, guarded] = [await makeRealm(user, 'Played'), await makeRealm(user, 'Guarded')];
  await sql('update realms set last_activity_at = now() where id = $1', [played.id]);
  await user.client.realmProtectionSet({ params: { id: guarded.id }, body: { protectedRealm: true } });
  const preview = await user.client.subscriptionPreview({ query: { tier: 'CHICKEN' } });
  expect(preview).toMatchObject({ keeps: [{ id: guarded.id }], stops: [{ id: played.id }] });
});

test('nothing is deleted without a warning and three days after it', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 300);
  await subscribe(user, 'ZOMBIE');
  const first = await makeRealm(user, 'Alpha');
  const second = await makeRealm(user, 'Beta');
  await sql('update realms set last_activity_at = now() where id = $1', [first.id]);
  await shift(user, '1 month');
  await subscriptionsRenew(api.app.ctx);
  const params = { id: second.id };

  // As if the process had been down at the time of the warning.
  await sql("update realms set deletion_timeout = now() - interval '1 day' where id = $1", [second.id]);
  await realmsOverlimit(api.app.ctx);
  const warned = await user.client.realmGet({ params });
  expect(Date.parse(warned.deletionTimeout ?? '')).toBeGreaterThan(Date.now() + 2.9 * 86_400_000);
  await realmsOverlimit(api.app.ctx);
  expect((await user.client.realmGet({ params })).deleted).toBe(false);

  await sql("update realms set deletion_timeout = now() - interval '1 second' where id = $1", [second.id]);
  await realmsOverlimit(api.app.ctx);
  await expect(user.client.realmGet({ params })).rejects.toMatchObject({ code: 'realm_unknown' });
  expect((await user.client.realmGet({ params: { id: first.id } })).overlimit).toBe(false);
});
