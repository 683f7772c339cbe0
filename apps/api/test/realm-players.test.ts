import { randomUUID } from 'node:crypto';
import { accessLimits, type RealmAccessRule } from '@realmkeep/contract';
import type { AccessOrder } from '@realmkeep/realm-protocol';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userErase } from '../src/domains/accounts/user-erase.ts';
import { askInternal } from './ask-internal.ts';
import { makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** Who may join a realm, who has powers in it, and who was on. */

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

type RuleBody = Parameters<TestUser['client']['realmAccessRuleAdd']>[0]['body'];

async function runningRealm() {
  const owner = await makeUser(api, 'GHAST');
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', `a${randomUUID().slice(0, 12)}`) });
  await untilPhase(owner.client, id, 'READY');
  return { owner, id, params: { id } };
}

const add = ({ client }: TestUser, id: string, body: RuleBody) => client.realmAccessRuleAdd({ params: { id }, body });
const rulesOf = ({ client }: TestUser, id: string, kind?: 'WHITELIST' | 'OPERATOR' | 'BAN') =>
  client.realmAccessRules({ params: { id }, query: { ...(kind ? { kind } : {}), sort: 'subject,asc' } });
const subjects = ({ items }: { items: RealmAccessRule[] }) => items.map(({ subject }) => subject);
const told = (id: string) => api.runtime.place.realms.get(id)?.spec.settings.access;
const player = (nickname: string) => ({ nickname, uuid: randomUUID(), world: 'overworld' });
const order = (more: Partial<AccessOrder>): AccessOrder => ({
  at: Date.now(),
  by: null,
  inGame: false,
  deed: 'ban',
  subject: 'Bob',
  player: null,
  reason: '',
  ...more,
});

test('owner and co-owner say who comes in, the running realm is told, and so is the next run', async () => {
  const { owner, id, params } = await runningRealm();
  const partner = await makeUser(api);
  await owner.client.realmPartnerAdd({ params, body: { username: partner.nickname } });
  await add(owner, id, { kind: 'WHITELIST', subject: 'Ada' });
  await add(partner, id, { kind: 'WHITELIST', subject: 'Bob' });
  await partner.client.realmWhitelistSet({ params, body: { on: true } });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const ban = await add(partner, id, { kind: 'BAN', subject: 'Eve', reason: 'too loud', until });
  expect(ban).toMatchObject({ subject: 'Eve', reason: 'too loud', until, author: partner.nickname });
  await add(owner, id, { kind: 'ADDRESS_BAN', subject: '2001:db8::1:2:3:4' });

  const access = {
    whitelistOn: true,
    whitelist: ['Ada', 'Bob'],
    operators: [],
    bans: [{ nickname: 'Eve', reason: 'too loud', until: Date.parse(until) }],
    addressBans: [{ address: '2001:db8::1:2:3:4', reason: '', until: null }],
    prefixes: [],
    heard: 0,
  };
  await expect.poll(() => told(id)).toEqual(access);
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await expect.poll(async () => (await api.runtime.inspect(id))?.phase).toBe('EXITED');
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
  await expect.poll(async () => (await api.runtime.inspect(id))?.phase).toBe('READY');
  expect(told(id)).toEqual(access);

  const list = await rulesOf(owner, id);
  expect(list).toMatchObject({ whitelistOn: true, total: 4, limits: { whitelist: accessLimits.whitelist } });
  const bob = (await rulesOf(partner, id, 'WHITELIST')).items.find(({ subject }) => subject === 'Bob');
  const rule = { params: { id, ruleId: bob?.id ?? '' } };
  await owner.client.realmAccessRuleRemove(rule);
  await owner.client.realmAccessRuleRemove(rule);
  await expect.poll(() => told(id)?.whitelist).toEqual(['Ada']);
});

test('the same player again, whatever the case, or another address of the same network, takes the place of the first', async () => {
  const { owner, id } = await runningRealm();
  await add(owner, id, { kind: 'BAN', subject: 'Eve' });
  await add(owner, id, { kind: 'BAN', subject: 'EVE', reason: 'again' });
  await add(owner, id, { kind: 'ADDRESS_BAN', subject: '2001:db8::1' });
  await add(owner, id, { kind: 'ADDRESS_BAN', subject: '2001:db8::2' });
  expect(subjects(await rulesOf(owner, id, 'BAN'))).toEqual(['2001:db8::2', 'EVE']);
});

test('a ban that is over is told to nobody', async () => {
  const { owner, id } = await runningRealm();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const { id: ban } = await add(owner, id, { kind: 'BAN', subject: 'Eve', until });
  await expect.poll(() => told(id)?.bans).toHaveLength(1);
  await runSql(api.config.databaseUrl, `update realm_access set until = now() - interval '1 second' where id = $1`, [
    ban,
  ]);
  await expect.poll(() => told(id)?.bans).toEqual([]);
  expect((await rulesOf(owner, id)).total).toBe(0);
  const past = { kind: 'BAN' as const, subject: 'Eve', until: new Date(Date.now() - 1000).toISOString() };
  await expect(add(owner, id, past)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('nobody who manages the realm is banned; a list has an end; a nickname is one', async () => {
  const { owner, id } = await runningRealm();
  await expect(add(owner, id, { kind: 'BAN', subject: owner.nickname.toUpperCase() })).rejects.toMatchObject({
    status: 409,
    code: 'realm_rule_manager',
  });
  for (const subject of ['a b', '', '@a', 'x\ny', '203.0.113.7']) {
    await expect(add(owner, id, { kind: 'BAN', subject })).rejects.toMatchObject({ code: 'invalid_request' });
  }
  for (const reason of ['two\nlines', '§cred', 'x'.repeat(accessLimits.reason + 1)]) {
    const body = { kind: 'BAN' as const, subject: 'Eve', reason };
    await expect(add(owner, id, body)).rejects.toMatchObject({ code: 'invalid_request' });
  }
  await runSql(
    api.config.databaseUrl,
    `insert into realm_access (realm_id, kind, subject, key) select $1, 'BAN', 'p' || n, 'p' || n from generate_series(1, ${accessLimits.bans}) n`,
    [id],
  );
  await expect(add(owner, id, { kind: 'BAN', subject: 'Eve' })).rejects.toMatchObject({ code: 'realm_rule_limit' });
  await expect(add(owner, id, { kind: 'BAN', subject: 'P1', reason: 'known' })).resolves.toMatchObject({
    subject: 'P1',
  });
  await expect.poll(() => told(id)?.bans.length).toBe(accessLimits.bans);
});

test('owner and co-owner at once: a list with one place left takes one of two, and one player is listed once', async () => {
  const { owner, id, params } = await runningRealm();
  const partner = await makeUser(api);
  await owner.client.realmPartnerAdd({ params, body: { username: partner.nickname } });
  await runSql(
    api.config.databaseUrl,
    `insert into realm_access (realm_id, kind, subject, key) select $1, 'BAN', 'p' || n, 'p' || n from generate_series(1, ${accessLimits.bans - 1}) n`,
    [id],
  );
  const atOnce = (...names: string[]) =>
    Promise.allSettled(
      names.map((subject, n) => add(n % 2 === 0 ? owner : partner, id, { kind: 'BAN', subject, reason: subject })),
    );
  // Both have got as far as they can while another transaction holds the realm.
  const bans = await api.app.ctx.db.transaction().execute(async (tx) => {
    await tx.selectFrom('realms').select('id').where('id', '=', id).forUpdate().execute();
    const adding = atOnce('Eve', 'Mallory');
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(() => runSql(api.config.databaseUrl, waiting)).toHaveLength(2);
    return { adding };
  });
  const added = await bans.adding;
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(added.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'realm_rule_limit' } });
  const same = await atOnce('p1', 'P1', 'p1', 'P1');
  expect(same.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
  expect((await rulesOf(owner, id, 'BAN')).total).toBe(accessLimits.bans);
});

test('nobody but owner and co-owner finds or changes any of it', async () => {
  const { owner, id, params } = await runningRealm();
  const { client } = await makeUser(api);
  const { id: ruleId } = await add(owner, id, { kind: 'BAN', subject: 'Eve' });
  const answers = await Promise.allSettled([
    client.realmVisitors({ params, query: {} }),
    client.realmAccessRules({ params, query: {} }),
    client.realmAccessRuleAdd({ params, body: { kind: 'BAN', subject: 'Ada' } }),
    client.realmAccessRuleRemove({ params: { id, ruleId } }),
    client.realmWhitelistSet({ params, body: { on: true } }),
    client.realmKick({ params, body: { name: 'Ada' } }),
  ]);
  for (const answer of answers) expect(answer).toMatchObject({ reason: { code: 'realm_unknown' } });
  const other = await runningRealm();
  await other.owner.client.realmAccessRuleRemove({ params: { id: other.id, ruleId } });
  expect(subjects(await rulesOf(owner, id))).toEqual(['Eve']);
});

test('what is changed of who comes in is written down: by whom, whence, and to whom', async () => {
  const { owner, id, params } = await runningRealm();
  const { id: ruleId } = await add(owner, id, { kind: 'WHITELIST', subject: 'Ada' });
  await owner.client.realmAccessRuleRemove({ params: { id, ruleId } });
  for (const on of [true, true, false]) await owner.client.realmWhitelistSet({ params, body: { on } });
  const at = Date.now();
  api.runtime.emitState(id, {
    orders: [
      order({ at, deed: 'ban', subject: 'Eve', by: owner.nickname.toLowerCase() }),
      order({ at: at + 1, deed: 'ban-ip', subject: '203.0.113.9', player: 'Bob' }),
      order({ at: at + 2, deed: 'pardon', subject: 'Nobody_1' }),
      order({ at: at + 3, deed: 'op', subject: 'Nobody_At_All' }),
      // From the game on a Java server, where several players with the right were on.
      order({ at: at + 4, deed: 'whitelist-add', subject: 'Mia', inGame: true }),
    ],
  });
  await expect.poll(() => told(id)?.heard).toBe(at + 4);
  const { items } = await owner.client.realmActivity({ params, query: { kind: 'PLAYERS', size: 100 } });
  const deeds = items.flatMap(({ actor, via, action, items: each }) =>
    each.map(({ what }) => [actor, via, action, what].join(' ')),
  );
  const mine = owner.nickname;
  expect(deeds.toSorted()).toEqual(
    [
      `${mine} PAGE whitelistAdd Ada`,
      `${mine} PAGE whitelistRemove Ada`,
      `${mine} PAGE whitelistOn `,
      `${mine} PAGE whitelistOff `,
      `${mine} GAME ban Eve`,
      ' CONSOLE ban Bob',
      ' GAME whitelistAdd Mia',
    ].toSorted(),
  );
});

test('an operator is an account: it finds the realm, gets its code, and loses both', async () => {
  const { owner, id, params } = await runningRealm();
  const operator = await makeUser(api);
  const nobody = { kind: 'OPERATOR' as const, subject: 'Nobody_At_All' };
  await expect(add(owner, id, nobody)).rejects.toMatchObject({ code: 'user_unknown' });
  await expect(operator.client.realmLoginCode({ params })).rejects.toMatchObject({ code: 'realm_unknown' });
  const rule = await add(owner, id, { kind: 'OPERATOR', subject: operator.nickname.toUpperCase() });
  expect(rule.subject).toBe(operator.nickname);
  await expect.poll(() => told(id)?.operators).toMatchObject([{ nickname: operator.nickname }]);

  const { items } = await operator.client.realmsOperated({ query: {} });
  expect(items).toMatchObject([{ id, name: 'My Castle', ownerUsername: owner.nickname }]);
  await operator.client.realmLoginCode({ params });
  expect(api.runtime.place.realms.get(id)?.loginCodes.has(operator.nickname)).toBe(true);
  await expect(operator.client.realmGet({ params })).rejects.toMatchObject({ code: 'realm_unknown' });
  await expect(operator.client.realmVisitors({ params, query: {} })).rejects.toMatchObject({ code: 'realm_unknown' });

  // Logged out everywhere: earlier proofs no longer count.
  const epoch = told(id)?.operators[0]?.epoch ?? 0;
  await runSql(api.config.databaseUrl, 'update users set game_logouts = game_logouts + 1 where id = $1', [operator.id]);
  await expect.poll(() => told(id)?.operators[0]?.epoch).toBe(epoch + 1);
  await owner.client.realmAccessRuleRemove({ params: { id, ruleId: rule.id } });
  await expect.poll(() => told(id)?.operators).toEqual([]);
  expect((await operator.client.realmsOperated({ query: {} })).total).toBe(0);

  // A deleted account leaves nothing behind for the next player of that name.
  await add(owner, id, { kind: 'OPERATOR', subject: operator.nickname });
  await api.app.ctx.db.transaction().execute((tx) => userErase(tx, { id: operator.id, nickname: operator.nickname }));
  expect((await rulesOf(owner, id)).total).toBe(0);
});

test('what the game’s own commands change is kept once, however often the realm reports it', async () => {
  const { owner, id } = await runningRealm();
  const at = Date.now();
  const orders = [
    order({ at, deed: 'ban', subject: 'Eve', reason: 'spam', by: owner.nickname }),
    order({ at: at + 1, deed: 'whitelist-add', subject: 'Ada' }),
    order({ at: at + 2, deed: 'whitelist-on', subject: '' }),
    order({ at: at + 3, deed: 'ban-ip', subject: '203.0.113.9', player: 'Eve' }),
    order({ at: at + 4, deed: 'ban', subject: owner.nickname }),
    order({ at: at + 5, deed: 'op', subject: 'Nobody_At_All' }),
  ];
  api.runtime.emitState(id, { orders });
  await expect.poll(() => told(id)?.heard).toBe(at + 5);
  expect(told(id)).toMatchObject({
    whitelistOn: true,
    whitelist: ['Ada'],
    operators: [],
    bans: [{ nickname: 'Eve', reason: 'spam', until: null }],
    addressBans: [{ address: '203.0.113.9' }],
  });
  const { items } = await rulesOf(owner, id);
  expect(JSON.stringify(items)).not.toContain('203.0.113.9');
  expect(items.find(({ kind }) => kind === 'BAN')).toMatchObject({ author: owner.nickname, reason: 'spam' });

  for (const { id: ruleId } of items) await owner.client.realmAccessRuleRemove({ params: { id, ruleId } });
  api.runtime.emitState(id, { orders: [...orders, order({ at: at + 6, deed: 'whitelist-off', subject: '' })] });
  await expect.poll(() => told(id)?.heard).toBe(at + 6);
  expect(told(id)).toMatchObject({ whitelistOn: false, whitelist: [], bans: [], addressBans: [] });
});

test('operators are added and removed in the game by managers alone, and managers are never removed there', async () => {
  const { owner, id } = await runningRealm();
  const [first, second] = [await makeUser(api), await makeUser(api)];
  const at = Date.now();
  const orders = [
    order({ at, deed: 'op', subject: first.nickname, by: owner.nickname, inGame: true }),
    order({ at: at + 1, deed: 'op', subject: second.nickname, by: first.nickname, inGame: true }),
    order({ at: at + 2, deed: 'deop', subject: first.nickname, by: first.nickname, inGame: true }),
    order({ at: at + 3, deed: 'deop', subject: owner.nickname, inGame: true }),
  ];
  api.runtime.emitState(id, { orders });
  await expect.poll(() => told(id)?.heard).toBe(at + 3);
  expect(told(id)?.operators).toMatchObject([{ nickname: first.nickname }]);
  expect(api.runtime.place.realms.get(id)?.spec.settings.managers).toMatchObject([{ nickname: owner.nickname }]);
  api.runtime.emitState(id, { orders: [order({ at: at + 4, deed: 'deop', subject: first.nickname, inGame: true })] });
  await expect.poll(() => told(id)?.operators).toEqual([]);
});

test('many changes at once are kept some at a time', async () => {
  const { id } = await runningRealm();
  const at = Date.now() - accessLimits.orders;
  const orders = Array.from({ length: accessLimits.orders }, (_, n) =>
    order({ at: at + n, deed: 'whitelist-add', subject: `Player_${n}` }),
  );
  api.runtime.emitState(id, { orders });
  await expect.poll(() => told(id)?.whitelist.length).toBe(orders.length);
  const text = 'select count(distinct created_at)::int as n from realm_access where realm_id = $1';
  expect(await runSql(api.config.databaseUrl, text, [id])).toEqual([{ n: 5 }]);
});

test('who is on and who was on is listed, and nobody is shown where they are', async () => {
  const { owner, id, params } = await runningRealm();
  const seen = async () => {
    const { items } = await owner.client.realmVisitors({ params, query: { sort: 'nickname,asc' } });
    return items.map(({ nickname, guest, name }) => [nickname, guest, name]);
  };
  api.runtime.setPlayers(id, [player('Ada'), player('Bob')]);
  const visitors = [
    { name: 'Ada', nickname: 'Ada', address: '203.0.113.1' },
    { name: 'Guest_Bob', nickname: 'Bob', address: '203.0.113.2' },
  ];
  api.runtime.emitState(id, { visitors });
  await expect.poll(seen).toContainEqual(['Bob', true, 'Guest_Bob']);
  expect(await seen()).toContainEqual(['Ada', false, 'Ada']);

  await add(owner, id, { kind: 'ADDRESS_BAN', subject: 'guest_bob', reason: 'not you' });
  await expect.poll(() => told(id)?.addressBans).toMatchObject([{ address: '203.0.113.2', reason: 'not you' }]);
  const answers = [
    await rulesOf(owner, id),
    await owner.client.realmVisitors({ params, query: {} }),
    await owner.client.realmGet({ params }),
    await owner.client.realmPlayers({ query: params }),
  ];
  expect(JSON.stringify(answers)).not.toContain('203.0.113');
  expect(subjects(await rulesOf(owner, id, 'BAN'))).toEqual(['Bob']);

  await owner.client.realmKick({ params, body: { name: 'Ada', reason: 'dinner is ready' } });
  expect(api.runtime.place.realms.get(id)?.commands).toContain('kick Ada dinner is ready');
  api.runtime.setPlayers(id, []);
  await expect.poll(seen).toContainEqual(['Ada', false, null]);
  const offline = { code: 'realm_player_offline', status: 409 };
  await expect(owner.client.realmKick({ params, body: { name: 'Ada' } })).rejects.toMatchObject(offline);
  await expect(add(owner, id, { kind: 'ADDRESS_BAN', subject: 'Bob' })).rejects.toMatchObject(offline);
});

test('whoever may not come in does not wake a realm that sleeps', async () => {
  const { owner, id, params } = await runningRealm();
  await add(owner, id, { kind: 'BAN', subject: 'Eve' });
  await runSql(api.config.databaseUrl, 'update realms set asleep_at = now() where id = $1', [id]);
  const wake = async (nickname: string) => {
    const body = { nickname, address: '203.0.113.9' };
    return (await (await askInternal(api, `/internal/realms/${id}/wake`, { body })).json()) as { answer: string };
  };
  await expect(wake('eve')).resolves.toEqual({ answer: 'banned' });
  await owner.client.realmWhitelistSet({ params, body: { on: true } });
  await expect(wake('Ada')).resolves.toEqual({ answer: 'unlisted' });
  await add(owner, id, { kind: 'WHITELIST', subject: 'ADA' });
  await expect(wake('Ada')).resolves.toEqual({ answer: 'awake' });
});
