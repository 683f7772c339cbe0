import type { GatewayMessage, RouteAnswer } from '@realmkeep/contract';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askInternal } from './ask-internal.ts';
import { enterEvents } from './event-sockets.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ withoutSweeps: true });
});
afterAll(() => api[Symbol.asyncDispose]());

const held = ({ app }: TestApi) => [...app.ctx.directory.rows()].map(({ id }) => id);

async function newRealm({ client }: TestUser, address = freshAddress()): Promise<string> {
  const { id } = await client.realmCreate({ body: realmBody('My Castle', address) });
  await untilPhase(client, id, 'READY');
  return id;
}

async function switchOff({ client }: TestUser, realmId: string): Promise<void> {
  await client.realmPowerSet({ params: { realmId }, body: { power: 'OFF' } });
  await expect.poll(() => held(api)).not.toContain(realmId);
}

test('an api that starts holds what is to run and what is to be removed, and nothing else', async () => {
  const databaseUrl = await createTestDatabase();
  await runSql(
    databaseUrl,
    `insert into users (nickname, game_uuid, password_hash, language, reg_ip)
     select 'user_' || n, gen_random_uuid(), '', 'en', '127.0.0.1' from generate_series(1, 5) n`,
  );
  // A realm that is on, then off, asleep, blocked and deleted.
  await runSql(
    databaseUrl,
    `insert into realms (number, owner_id, name, address, world_type, map, border_diameter, power, asleep_at, blocked_at, deleted_at)
     select substr(nickname, 6)::integer, id, 'Realm', replace(nickname, '_', '-'), 'OFFICIAL', 'meadow', 500,
       case nickname when 'user_2' then 'OFF' else 'ON' end, case nickname when 'user_3' then now() end,
       case nickname when 'user_4' then now() end, case nickname when 'user_5' then now() end from users`,
  );
  await using other = await startTestApi({ databaseUrl });
  const [on] = await runSql(databaseUrl, "select id from realms where address = 'user-1'");
  await expect.poll(() => other.app.ctx.directory.observed(String(on?.['id']))?.phase).toBe('READY');
  await expect.poll(() => runSql(databaseUrl, 'select from realms')).toHaveLength(4);
  await expect.poll(() => held(other)).toEqual([on?.['id']]);
});

test('a realm is let go when it is off, taken up when it starts, and its owner sees it all the time', async () => {
  const owner = await makeUser(api);
  const id = await newRealm(owner);
  expect(held(api)).toContain(id);
  await switchOff(owner, id);
  expect(await owner.client.realmGet({ params: { id } })).toMatchObject({ live: { phase: 'OFF', players: [] } });
  // Its last hour is not forgotten with it.
  expect((await owner.client.realmHistory({ query: { id } })).samples).not.toEqual([]);
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
  await untilPhase(owner.client, id, 'READY');
  expect(held(api)).toContain(id);
});

test('a realm that is off is held while somebody of its people has a socket open, and both hear of a partner’s end', async () => {
  const [owner, partner] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api)]);
  const id = await newRealm(owner);
  await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
  await switchOff(owner, id);
  const partners = await enterEvents(api, partner.tokens.token);
  expect(held(api)).toContain(id);
  await owner.client.realmRename({ params: { id }, body: { realmName: 'Fortress', domainName: freshAddress() } });
  await expect.poll(() => partners.heard.at(-1)).toMatchObject({ type: 'realmLive', realm: { id, phase: 'OFF' } });
  await owner.client.realmPartnerRemove({ params: { id, userId: partner.id } });
  await expect.poll(() => partners.heard.at(-1)).toEqual({ type: 'realmChanged', id });
  await expect.poll(() => held(api)).not.toContain(id);
  partners.socket.close();
});

test('the gateway is told of a realm that is off when it asks, and of its changes unasked', async () => {
  const owner = await makeUser(api);
  const address = freshAddress();
  const id = await newRealm(owner, address);
  await switchOff(owner, id);
  const ask = async (name: string) =>
    (await (await askInternal(api, `/internal/routes/${name}`)).json()) as RouteAnswer;
  expect(await ask(address.toUpperCase())).toMatchObject({ route: { realmId: id, state: 'STOPPED', endpoint: null } });
  expect(await ask('nobody-s')).toEqual({ route: null });
  expect((await askInternal(api, `/internal/routes/${address}`, { token: owner.tokens.token })).status).toBe(403);

  const stream = (await askInternal(api, '/internal/routes')).body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const heard = async (words: string) => {
    while (!text.includes(words)) text += (await stream?.read())?.value ?? '';
    return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as GatewayMessage] : []));
  };
  const [first] = await heard('"routes"');
  expect(first?.type === 'routes' && first.routes.map(({ realmId }) => realmId)).not.toContain(id);
  await owner.client.realmDescriptionSet({ params: { id }, body: { description: 'Come in' } });
  expect((await heard('Come in')).at(-1)).toMatchObject({ type: 'route', route: { realmId: id, state: 'STOPPED' } });
  // After a time without notifications followers must not rely on what they know.
  text = '';
  await api.app.ctx.directory.reload();
  expect((await heard('"routes"')).at(-1)).toMatchObject({ type: 'routes' });
  await stream?.cancel();
});

test('the figures count what is at rest as well', async () => {
  const databaseUrl = await createTestDatabase();
  await using other = await startTestApi({ databaseUrl });
  const { client } = await makeUser(other);
  const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  await untilPhase(client, id, 'READY');
  const headers = { authorization: `Bearer ${other.config.secrets.metricsToken}` };
  const figures = async () => (await fetch(`${other.url}/metrics`, { headers })).text();
  await expect.poll(figures).toMatch(/^realmkeep_realms\{phase="READY"\} 1$/m);
  await client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await expect.poll(figures).toMatch(/^realmkeep_realms\{phase="OFF"\} 1$/m);
  await runSql(databaseUrl, "update realms set power = 'ON', asleep_at = now()");
  await expect.poll(figures).toMatch(/^realmkeep_realms\{phase="SLEEPING"\} 1$/m);
  await runSql(databaseUrl, 'update realms set blocked_at = now()');
  await expect.poll(figures).toMatch(/^realmkeep_realms\{phase="BLOCKED"\} 1$/m);
});
