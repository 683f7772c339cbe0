import { randomUUID } from 'node:crypto';
import { type Client, endpoints } from '@realmkeep/contract';
import { partneredListMax } from '@realmkeep/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPage } from '../src/db/list-page.ts';
import { giveCoins, makeAdmin } from './people-money.ts';
import { freshAddress, freshName, makeUser, realmBody, registerBody, type TestUser } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** Every paged list comes in the requested order. */

let api: TestApi;
let admin: TestUser;
let caller: TestUser;
/** A realm with several recorded activities. */
let realmId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await makeAdmin(api);
  caller = await makeUser(api, 'DRAGON');
  for (const coins of [5, 500, 50]) await giveCoins(api, caller, coins);
  for (const name of ['Beech', 'Acorn', 'Cedar']) {
    const other = await makeUser(api);
    const body = realmBody(name, freshAddress());
    realmId = (await caller.client.realmCreate({ body })).id;
    const theirs = await other.client.realmCreate({ body: { ...body, domain_name: freshAddress() } });
    await other.client.realmAccessRuleAdd({
      params: { id: theirs.id },
      body: { kind: 'OPERATOR', subject: caller.nickname },
    });
  }
  for (const subject of ['Bee', 'ant', 'Cat']) {
    await caller.client.realmAccessRuleAdd({ params: { id: realmId }, body: { kind: 'BAN', subject } });
    const visit = `insert into realm_visitors (realm_id, key, nickname, guest) values ($1, lower($2), $2, false)`;
    await runSql(api.config.databaseUrl, visit, [realmId, subject]);
  }
  const params = { id: realmId };
  await caller.client.realmWakersSet({ params, body: { wakers: 'MANAGERS' } });
  await caller.client.realmPowerSet({ params: { realmId }, body: { power: 'OFF' } });
  for (let count = 0; count < 3; count += 1) {
    const referrer = { referrer_username: caller.nickname };
    await api.anonymous.userRegister({ body: registerBody(freshName(), referrer) });
  }
  for (const reason of ['first', 'then', 'last']) {
    const body = { username: admin.nickname, coins: 1, expires: null, reason, requestId: randomUUID() };
    await admin.client.adminCoinsGrant({ body });
  }
});
afterAll(() => api[Symbol.asyncDispose]());

type Item = Record<string, unknown>;
type List = (input: {
  params?: { id: string };
  query: { sort?: string | string[]; page?: number; size?: number };
}) => Promise<{
  items: Item[];
  total: number;
}>;

const callers = {
  userReferrals: () => caller,
  walletStatement: () => caller,
  realmSummaries: () => caller,
  realmActivity: () => caller,
  realmVisitors: () => caller,
  realmAccessRules: () => caller,
  realmsOperated: () => caller,
  productRecords: () => admin,
  adminUsers: () => admin,
  adminRealms: () => admin,
  adminAudit: () => admin,
} satisfies Partial<Record<keyof Client, () => TestUser>>;
const shown = { currency: 'USD', language: 'en' } as const;
const listOf = (name: string): List => {
  if (name in callers) {
    const { client } = callers[name as keyof typeof callers]();
    const call = client[name as keyof typeof callers] as unknown as List;
    return ({ query }) => call({ params: { id: realmId }, query });
  }
  const more = name === 'productSearch' ? { ...shown, q: 'coins' } : shown;
  const call = api.anonymous[name as 'productList'] as unknown as List;
  return ({ query }) => call({ query: { ...more, ...query } });
};

/** The calls that accept `sort`, with the fields that the contract allows. */
const lists = Object.entries(endpoints).flatMap(([name, endpoint]) => {
  const sort = 'query' in endpoint && 'sort' in endpoint.query.shape ? endpoint.query.shape.sort : undefined;
  if (!sort) return [];
  const found = JSON.stringify(sort.toJSONSchema()).matchAll(/"(\w+),asc"/g);
  return [...new Set(Array.from(found, (match) => String(match[1])))].map((field) => [name, field] as const);
});

/** The value by which an item is sorted; null where the list does not contain it. */
function valueOf(field: string, item: Item): string | number | null {
  const shownAs: Record<string, unknown> = { ...item, createdAt: item['createdAt'] ?? item['at'] };
  const value = shownAs[field];
  if (field === 'domain' && typeof value === 'object') return (value as { domain: string }).domain;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value.toLowerCase() : null;
}

test('the contract has a way to sort each of the lists', () => {
  expect(new Set(lists.map(([name]) => name))).toEqual(
    new Set([...Object.keys(callers), 'productList', 'productSearch']),
  );
});

test.each(lists)('%s by %s, either way, and part by part', async (name, field) => {
  const list = listOf(name);
  const up = (await list({ query: { sort: `${field},asc`, size: 100 } })).items;
  expect(up.length).toBeGreaterThan(2);
  const values = up.map((item) => valueOf(field, item)).filter((value) => value !== null);
  expect(values).toEqual(values.toSorted((one, other) => (one < other ? -1 : Number(one > other))));

  const down = (await list({ query: { sort: `${field},desc`, size: 100 } })).items;
  const downValues = down.map((item) => valueOf(field, item)).filter((value) => value !== null);
  expect(downValues).toEqual(values.toReversed());

  const parts = [];
  for (let page = 0; page * 2 < up.length; page += 1) {
    parts.push(...(await list({ query: { sort: `${field},asc`, page, size: 2 } })).items);
  }
  expect(parts).toEqual(up);
});

test('the first field counts most, and another decides among equals', async () => {
  const list = listOf('productRecords');
  const items = (await list({ query: { sort: ['type,desc', 'logicValue,desc'], size: 100 } })).items;
  const keys = items.map(({ type, logicValue }) => [type, logicValue] as [string, string]);
  const sorted = keys.toSorted(([a, x], [b, y]) => b.localeCompare(a) || (x < y ? 1 : Number(x > y) - 1));
  expect(keys.map(([type]) => type)).toEqual(sorted.map(([type]) => type));
  expect(items).not.toEqual((await list({ query: { sort: ['type,desc', 'logicValue,asc'], size: 100 } })).items);
});

test.each(['password_hash,asc', 'nickname', 'nickname,up', 'nickname,asc;drop table users', ''])(
  'a list is not sorted by %j',
  async (sort) => {
    const answer = listOf('adminUsers')({ query: { sort } });
    await expect(answer).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
  },
);

test('who is a partner of many realms finds each of them', async () => {
  const partner = await makeUser(api);
  const owners = 12;
  await runSql(
    api.config.databaseUrl,
    `with owner as (insert into users (nickname, game_uuid, password_hash, language, reg_ip, tier)
       select 'many_' || n, gen_random_uuid(), '', 'en', '127.0.0.1', 'DRAGON' from generate_series(1, ${owners}) n returning id),
     realm as (insert into realms (number, owner_id, name, address, world_type, map, border_diameter)
       select 900000 + row_number() over (), id, 'Realm ' || chr(64 + k), 'm' || k || substr(md5(id::text), 1, 10),
         'OFFICIAL', 'meadow', 500 from owner, generate_series(1, 10) k returning id)
     insert into realm_partners (realm_id, user_id) select id, $1 from realm`,
    [partner.id],
  );
  const { owned, partnered, partneredTotal } = await partner.client.realmList();
  expect(owned).toEqual([]);
  expect(partnered).toHaveLength(partneredListMax);
  expect(partneredTotal).toBe(owners * 10);

  const found = new Set(partnered.map(({ id }) => id));
  for (const page of [1, 2]) {
    const query = { as: 'PARTNER' as const, page, size: partneredListMax };
    for (const { id } of (await partner.client.realmSummaries({ query })).items) found.add(id);
  }
  expect(found.size).toBe(partneredTotal);
  expect((await partner.client.realmSummaries({ query: { as: 'OWNER' } })).total).toBe(0);
});

test('of a list that may have millions no more is counted or shown than is said', async () => {
  const { db } = api.app.ctx;
  const some = db.selectFrom('users').select('id');
  const part = (page: number, most: number) =>
    listPage(some, { page, size: 2, sort: [] }, {}, sql.ref('id'), { db, most });
  expect([await part(0, 3), await part(1, 3), await part(2, 3)]).toMatchObject([
    { items: { length: 2 }, total: 3 },
    { items: { length: 1 }, total: 3 },
    { items: { length: 0 }, total: 3 },
  ]);
  const { total } = await part(0, 1000);
  expect(total).toBe((await some.execute()).length);
});
