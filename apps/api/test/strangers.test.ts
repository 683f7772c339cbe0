import { type Endpoint, endpoints, type Envelope, tokenErrors } from '@realmkeep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshAddress, makeUser, password, realmBody, type TestUser, untilPhase } from './people.ts';
import { sampleOf, schemaOf } from './schema-samples.ts';
import { beginByCard, startShop } from './shopper.ts';
import { runSql } from '@realmkeep/testkit/sql';
import type { TestApi } from './start-test-api.ts';

/** Every call that names an object, made by a stranger with a valid token and all scopes. Generated from the contract. */

let api: TestApi;
let owner: TestUser;
let stranger: TestUser;
/** The owner's objects, by the path of their calls; those of realms are all below /realm. */
let objects: [path: string, id: string][];
/** Other parameters of paths, by name; those not listed are the realm's id as well. */
let within: Record<string, string>;
/** The database's contents before any stranger's call. */
let untouched: unknown;

beforeAll(async () => {
  api = await startShop({ REQUIRE_CHAT_LINK: 'false' });
  const [one, partner, other] = await Promise.all([makeUser(api, 'DRAGON'), makeUser(api), makeUser(api, 'DRAGON')]);
  [owner, stranger] = [one, other];
  const { client } = owner;
  const realm = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  const params = { id: realm.id };
  await client.realmPartnerAdd({ params, body: { username: partner.nickname } });
  const schedule = sampleOf(schemaOf(endpoints.realmScheduleCreate.body)) as never;
  const { schedules } = await client.realmScheduleCreate({ params, body: schedule });
  const upload = await client.uploadStart({ body: { name: 'world.zip', size: 9, purpose: { kind: 'MAP' } } });
  const [session] = await client.authSessions();
  const public_key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl theirs';
  const { keys } = await client.sshKeyAdd({ body: { public_key, user_password: password } });
  const { sessionId } = await beginByCard(api, owner);
  const { items } = await api.anonymous.productList({ query: { currency: 'USD' } });
  objects = [
    ['/realm/', realm.id],
    ['/upload/', upload.id],
    ['/auth/sessions/', session?.id ?? ''],
    ['/user/ssh-keys/', keys[0]?.id ?? ''],
    ['/payment/session/', sessionId],
    ['/product/', items[0]?.id ?? ''],
    ['/admin/users/', owner.id],
    ['/admin/realms/', realm.id],
  ];
  within = { userId: partner.id, scheduleId: schedules[0]?.id ?? '' };
  await untilPhase(client, realm.id, 'READY');
  // No job checks the payment while the strangers try.
  await runSql(api.config.databaseUrl, `update orders set check_at = 'infinity'`, []);
  untouched = await everything();
});
afterAll(() => api[Symbol.asyncDispose]());

/** @throws Error for a kind of call that is not listed here */
function objectOf({ route: { path } }: Endpoint): string {
  const id = objects.find(([start]) => path.startsWith(start))?.[1];
  if (!id) throw new Error(`Whose object is it at ${path}? It needs a line in this test.`);
  return id;
}

const isObject = (name: string) => ['id', 'realmId', 'sessionId'].includes(name);

/** Makes the call with the owner's object, and samples of everything else it takes. */
async function call(endpoint: Endpoint, { tokens }: TestUser) {
  const { route, params, query, body } = endpoint;
  const id = objectOf(endpoint);
  const given = params ? (sampleOf(schemaOf(params)) as Record<string, string>) : {};
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(isObject(name) ? id : (within[name] ?? given[name] ?? id)),
  );
  const asked = query ? (sampleOf(schemaOf(query)) as Record<string, string>) : {};
  const names = Object.keys(asked).filter(isObject);
  const search = new URLSearchParams({ ...asked, ...Object.fromEntries(names.map((name) => [name, id])) });
  const type = route.bytes === undefined ? 'application/json' : 'application/octet-stream';
  const response = await fetch(`${api.url}/api${path}?${search.toString()}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${tokens.token}`,
      ...(body || route.bytes ? { 'content-type': type } : {}),
    },
    ...(body ? { body: JSON.stringify(sampleOf(schemaOf(body))) } : {}),
    ...(route.bytes ? { body: 'x' } : {}),
  });
  return { status: response.status, text: await response.text() };
}

/** The database's contents, without the counts of attempts and the strangers' sessions. */
async function everything(): Promise<unknown> {
  const { pool } = api.app.ctx;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not in ('attempts', 'sessions') order by 1`,
  );
  const contents = tables.map(
    ({ name }) => `select '${name}' as name, (select jsonb_agg(t order by t::text) from "${name}" t) as rows`,
  );
  const { rows } = await pool.query(contents.join(' union all '));
  const { rows: sessions } = await pool.query('select id from sessions where user_id = $1', [owner.id]);
  const realms = [...api.runtime.place.realms].map(([id, realm]) => [
    id,
    realm.spec,
    realm.fencingToken,
    realm.commands,
  ]);
  return structuredClone([rows, sessions, realms]);
}

const naming = Object.entries<Endpoint>(endpoints).filter(
  ([, { route, query }]) =>
    route.access !== 'public' && (route.path.includes('{') || (query && Object.keys(query.shape).some(isObject))),
);

describe.each(naming)('%s', (_name, endpoint) => {
  test('is refused to strangers, and does nothing', async () => {
    const { status, text } = await call(endpoint, stranger);
    const { error, data } = JSON.parse(text) as Envelope;
    const refusals: string[] = [...(endpoint.errors ?? []).filter((code) => code.endsWith('_unknown')), ...tokenErrors];
    expect(refusals).toContain(error);
    expect([403, 404]).toContain(status);
    // The answer says only that the object does not exist.
    expect(data ?? {}).toEqual({});
    expect(await everything()).toEqual(untouched);
  });
});

describe.each(naming.filter(([, { route }]) => route.method === 'GET'))('%s', (_name, endpoint) => {
  test('is there for its owner', async () => {
    const { status, text } = await call(endpoint, owner);
    const error = status === 200 ? null : (JSON.parse(text) as Envelope).error;
    expect(['realm_unknown', 'upload_unknown', 'payment_unknown', 'not_found']).not.toContain(error);
  });
});

test('a file is not uploaded for a realm of another’s', async () => {
  const [, realmId = ''] = objects[0] ?? [];
  const body = { name: 'a.txt', size: 1, purpose: { kind: 'FILE' as const, realmId, path: 'a.txt' } };
  await expect(stranger.client.uploadStart({ body })).rejects.toMatchObject({ code: 'realm_unknown' });
});
