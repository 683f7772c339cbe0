import type { Tier } from '@realmkeep/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realmsOverlimit } from '../src/domains/realms/realms-overlimit.ts';
import { renewSubscription } from '../src/domains/subscriptions/subscription-queries.ts';
import { subscriptionsRenew, subscriptionsWarn } from '../src/domains/subscriptions/subscription-renew.ts';
import { walletSpend } from '../src/domains/coins/wallet/wallet-spend.ts';
import { linkChat, withSandbox } from './chat-people.ts';
import { makeUser, realmBody, type TestUser } from './people.ts';
import { giveCoins } from './people-money.ts';
import { tierProducts } from './shopper.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let productOf: Map<Tier, string>;

beforeAll(async () => {
  api = await startTestApi();
  productOf = await tierProducts(api);
});
afterAll(() => api[Symbol.asyncDispose]());

const subscribe = (user: TestUser, tier: Tier) =>
  user.client.subscriptionActivate({ body: { productId: productOf.get(tier) ?? '' } });

/** Moves the end of the current month to this many minutes from now; negative for the past. */
const endsIn = (user: TestUser, minutes: number) =>
  runSql(
    api.config.databaseUrl,
    `update subscriptions set period_ends_at = now() + make_interval(mins => $2),
      period_started_at = now() + make_interval(mins => $2) - interval '1 month'
     where user_id = $1 and ended_at is null`,
    [user.id, minutes],
  );

/** The number of statements that wait for a lock. */
async function waiting(): Promise<unknown> {
  const query =
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return (await runSql(api.config.databaseUrl, query))[0]?.['n'];
}

test.each([
  ['2030-01-31T12:00:00Z', ['2030-03-31', '2030-04-30', '2030-05-31']],
  ['2030-11-15T12:00:00Z', ['2031-01-15', '2031-02-15', '2031-03-15']],
])('a month that began on %s ends on that day of each month, or on its last', async (began, ends) => {
  const user = await makeUser(api);
  await giveCoins(api, user, 1000);
  const { id } = await subscribe(user, 'ZOMBIE');
  await runSql(
    api.config.databaseUrl,
    `update subscriptions set started_at = $2, period_started_at = $2, period_ends_at = $2::timestamptz + interval '1 month'
     where id = $1`,
    [id, began],
  );
  for (const end of ends) {
    await api.app.ctx.db.transaction().execute((tx) => renewSubscription(tx, id ?? '', 300));
    const { user_subscription } = await user.client.userMe();
    expect(user_subscription.expiring).toBe(`${end}T12:00:00.000Z`);
  }
});

test('a month that is paid for days late is a whole one, and so are those after it', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 1000);
  const { id } = await subscribe(user, 'ZOMBIE');
  const late = (ago: string) =>
    runSql(
      api.config.databaseUrl,
      `update subscriptions set started_at = now() - interval '1 month' - $2::interval, period_ends_at = now() - $2::interval
       where id = $1`,
      [id, ago],
    );
  const [month = {}] = await runSql(api.config.databaseUrl, "select now() + interval '1 month' as later");
  for (const ago of ['2 days', '3 days', '30 hours']) {
    await late(ago);
    await runSql(api.config.databaseUrl, 'update subscriptions set periods = 1 where id = $1', [id]);
    await api.app.ctx.db.transaction().execute((tx) => renewSubscription(tx, id ?? '', 300));
    const { user_subscription } = await user.client.userMe();
    expect(Date.parse(user_subscription.expiring ?? '')).toBeGreaterThanOrEqual((month['later'] as Date).getTime());
  }
});

test('one that cannot be renewed does not keep the others from it', async () => {
  const [bad, good] = await Promise.all([makeUser(api), makeUser(api)]);
  for (const user of [bad, good]) await giveCoins(api, user, 1000);
  const { id } = await subscribe(bad, 'ZOMBIE');
  await subscribe(good, 'ZOMBIE');
  // The idempotency key of its next month has been used for something else.
  const spending = { userId: bad.id, coins: 7, key: `sub:${id}:2`, ref: 'something else' };
  await api.app.ctx.db.transaction().execute((tx) => walletSpend(tx, spending));
  await endsIn(bad, -60);
  await endsIn(good, -30);
  await subscriptionsRenew(api.app.ctx);
  expect((await good.client.userMe()).coins).toBe(400);
  expect((await bad.client.userMe()).coins).toBe(693);
  await runSql(api.config.databaseUrl, 'update subscriptions set ended_at = now() where id = $1', [id]);
});

test('an upgrade at the moment of the renewal waits for it, or goes before it', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 1000);
  await subscribe(user, 'ZOMBIE');
  await endsIn(user, -30);
  const { db } = api.app.ctx;
  let both: Promise<unknown>[] = [];
  await db.transaction().execute(async (tx) => {
    // The upgrade holds the account and stops here; then the renewal begins.
    await sql`lock table products in access exclusive mode`.execute(tx);
    const upgrade = subscribe(user, 'GHAST');
    await expect.poll(waiting).toBe(1);
    both = [upgrade, subscriptionsRenew(api.app.ctx)];
    await expect.poll(waiting).toBe(2);
  });
  await Promise.all(both);
  const me = await user.client.userMe();
  expect(me).toMatchObject({ coins: 0, user_subscription: { subscription: { tier: 'GHAST' } } });
});

test('an upgrade at the moment at which realms above the limit are deleted takes those that it finds', async () => {
  const user = await makeUser(api, 'ZOMBIE');
  const realms = [];
  for (const name of ['Alpha', 'Beta']) {
    realms.push(await user.client.realmCreate({ body: realmBody(name, `renew-${name}`) }));
  }
  const [first, second] = realms.map(({ id }) => id);
  const update = (set: string, ids: unknown[]) =>
    runSql(api.config.databaseUrl, `update realms set ${set} where id = any($1::uuid[])`, [ids]);
  const due = "overlimit = true, power = 'OFF', deletion_timeout = now(), deletion_warned_at = now()";
  await update(due, [first]);
  await update(due, [second]);
  await update('last_activity_at = now()', [second]);
  await giveCoins(api, user, 1000);
  let both: Promise<unknown>[] = [];
  await api.app.ctx.db.transaction().execute(async (tx) => {
    // The upgrade waits for the second realm, which it changes first; the deletion then holds the first and waits for the second.
    await sql`select from realms where id = ${second} for update`.execute(tx);
    const upgrade = subscribe(user, 'GHAST');
    await expect.poll(waiting).toBe(1);
    const deletion = realmsOverlimit(api.app.ctx);
    both = [upgrade, deletion];
    await Promise.race([deletion, expect.poll(waiting).toBe(2)]);
  });
  await Promise.all(both);
  expect(await user.client.realmGet({ params: { id: second ?? '' } })).toMatchObject({ overlimit: false });
});

test('those who will lack the coins by then are warned, even if they have them now', async () => {
  const [rich, fading, cancelled] = await Promise.all([makeUser(api), makeUser(api), makeUser(api)]);
  for (const user of [rich, fading, cancelled]) {
    await giveCoins(api, user, 300);
    await subscribe(user, 'ZOMBIE');
    await endsIn(user, 2 * 24 * 60);
  }
  for (const user of [rich, cancelled]) await giveCoins(api, user, 300);
  await cancelled.client.subscriptionCancel();
  await giveCoins(api, fading, 300, new Date(Date.now() + 24 * 3_600_000));
  const warned = async () => {
    const rows = await runSql(api.config.databaseUrl, 'select user_id from subscriptions where warned_at is not null');
    return new Set(rows.map(({ user_id: id }) => id));
  };
  await subscriptionsWarn(api.app.ctx);
  expect(await warned()).toEqual(new Set([fading.id, cancelled.id]));
  // The coins that were enough at first no longer are.
  await runSql(
    api.config.databaseUrl,
    "update product_prices set amount = 301 where currency = 'COINS' and amount = 300",
  );
  await subscriptionsWarn(api.app.ctx);
  expect(await warned()).toContain(rich.id);
});

test('nobody counts as warned whose warning could not be stored', async () => {
  await using linked = await startTestApi({ environment: withSandbox, withoutSweeps: true });
  const query = (text: string, values: unknown[] = []) => runSql(linked.config.databaseUrl, text, values);
  const user = await makeUser(linked, 'ZOMBIE');
  await linkChat(linked, user);
  const { id } = await user.client.realmCreate({ body: realmBody('Above', 'above-the-limit') });
  await query(`update realms set overlimit = true, power = 'OFF', deletion_timeout = now() where id = $1`, [id]);
  const month = "now() - interval '28 days', now() + interval '2 days'";
  await query(
    `insert into subscriptions (user_id, product_id, request_id, tier, worth, cancelled_at, period_started_at, period_ends_at)
     select $1, id, gen_random_uuid(), 'ZOMBIE', 300, now(), ${month} from products where type = 'SUBSCRIPTION' limit 1`,
    [user.id],
  );
  const warned = async () => [
    (await query('select deletion_warned_at is not null as warned from realms where id = $1', [id]))[0]?.['warned'],
    (await query('select warned_at is not null as warned from subscriptions where user_id = $1', [user.id]))[0]?.[
      'warned'
    ],
    (await query('select 1 from chat_prompts where user_id = $1', [user.id])).length,
  ];
  const warn = () => Promise.allSettled([realmsOverlimit(linked.app.ctx), subscriptionsWarn(linked.app.ctx)]);
  const before = (await query('select 1 from chat_prompts where user_id = $1', [user.id])).length;
  await query('alter table chat_prompts add constraint away check (false) not valid');
  await warn();
  expect(await warned()).toEqual([false, false, before]);
  await query('alter table chat_prompts drop constraint away');
  await warn();
  expect(await warned()).toEqual([true, true, before + 2]);
});

test('a month costs a coin at least, whatever the discount', async () => {
  const user = await makeUser(api);
  await giveCoins(api, user, 2);
  const id = productOf.get('DRAGON');
  await runSql(api.config.databaseUrl, 'update product_prices set amount = 1, discount = 99 where product_id = $1', [
    id,
  ]);
  await subscribe(user, 'DRAGON');
  await endsIn(user, -30);
  await subscriptionsRenew(api.app.ctx);
  const me = await user.client.userMe();
  expect(me).toMatchObject({ coins: 0, user_subscription: { subscription: { tier: 'DRAGON', price: 1 } } });
  expect(Date.parse(me.user_subscription.expiring ?? '')).toBeGreaterThan(Date.now());
});
