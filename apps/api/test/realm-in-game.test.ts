import { randomUUID } from 'node:crypto';
import { ApiError, type Tier, tiers } from '@realmkeep/contract';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userErase } from '../src/domains/accounts/user-erase.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** What a realm's plan gives its managers in the game, used from the page. */

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function runningRealm(tier: Tier): Promise<{ owner: TestUser; id: string }> {
  const owner = await makeUser(api, tier);
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  await untilPhase(owner.client, id, 'READY');
  return { owner, id };
}

async function playerOn(id: string, name: string, nickname = name): Promise<void> {
  api.runtime.setPlayers(id, [{ nickname: name, uuid: randomUUID(), world: 'overworld' }]);
  api.runtime.emitState(id, { visitors: [{ name, nickname, address: '203.0.113.1' }] });
  await expect.poll(() => api.app.ctx.directory.observed(id)?.state?.visitors).toHaveLength(1);
}

const typed = (id: string) => api.runtime.place.realms.get(id)?.commands;
const has: Record<Tier, { weather: boolean; kits: boolean; prefix: boolean }> = {
  CHICKEN: { weather: false, kits: false, prefix: false },
  ZOMBIE: { weather: true, kits: false, prefix: false },
  GHAST: { weather: true, kits: true, prefix: false },
  DRAGON: { weather: true, kits: true, prefix: true },
};
const king = { text: 'Król Żab', color: 'red' as const };
const tools = ['pickaxe', 'axe', 'shovel', 'sword'].map((tool) => `give Ada minecraft:diamond_${tool} 1`);

/** Whether the call succeeded, or was refused because of the plan. */
const outcome = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.code !== 'realm_game_tier' && error,
  );

test.each(tiers)('%s has in the game what it sells, and no more', async (tier) => {
  const { owner, id } = await runningRealm(tier);
  await playerOn(id, 'Ada');
  const thunder = owner.client.realmWeatherSet({ params: { id }, body: { weather: 'thunder' } });
  const weather = await outcome(thunder);
  const kits = await outcome(owner.client.realmKitGive({ params: { id }, body: { name: 'ada', kit: 'tools' } }));
  const prefix = await outcome(owner.client.realmPrefixSet({ params: { id }, body: { prefix: king } }));
  expect({ weather, kits, prefix }).toEqual(has[tier]);
  expect(typed(id)).toEqual([...(has[tier].weather ? ['weather thunder'] : []), ...(has[tier].kits ? tools : [])]);
});

test('a kit is for somebody who is on, under the name that they play by, and a co-owner may give it', async () => {
  const { owner, id } = await runningRealm('GHAST');
  const partner = await makeUser(api);
  await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
  const give = (name: string) => partner.client.realmKitGive({ params: { id }, body: { name, kit: 'builder' } });
  await playerOn(id, 'Guest_Ada', 'Ada');
  await expect(give('Ada')).rejects.toMatchObject({ status: 409, code: 'realm_player_offline' });
  for (const name of ['@a', 'Ada minecraft:bedrock', '']) {
    await expect(give(name)).rejects.toMatchObject({ code: 'invalid_request' });
  }
  await give('guest_ada');
  expect(typed(id)).toContain('give Guest_Ada minecraft:oak_planks 64');
  const deeds = await owner.client.realmActivity({ params: { id }, query: { kind: 'PLAYERS' } });
  expect(deeds.items).toContainEqual(
    expect.objectContaining({ action: 'kit', items: [expect.objectContaining({ what: 'Guest_Ada: builder' })] }),
  );
});

test('there is no weather on a realm that is off, and none to change for strangers', async () => {
  const { owner, id } = await runningRealm('ZOMBIE');
  const rain = (who: TestUser) => who.client.realmWeatherSet({ params: { id }, body: { weather: 'rain' } });
  await expect(rain(await makeUser(api, 'DRAGON'))).rejects.toMatchObject({ code: 'realm_unknown' });
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await expect.poll(async () => (await api.runtime.inspect(id))?.phase).toBe('EXITED');
  await expect(rain(owner)).rejects.toMatchObject({ code: 'realm_not_running' });
});

/** A `/prefix` as the built-in server reports it. */
const order = (subject: string, reason: string, at: number) => ({
  at,
  by: subject,
  inGame: true,
  deed: 'prefix' as const,
  subject,
  player: null,
  reason,
});

test('a prefix is each manager’s own, on every server of the realm, chosen on the page or in the game', async () => {
  const { owner, id } = await runningRealm('DRAGON');
  const partner = await makeUser(api);
  await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
  const choose = ({ client }: TestUser, prefix: typeof king | null) =>
    client.realmPrefixSet({ params: { id }, body: { prefix } });
  const told = () => api.runtime.place.realms.get(id)?.spec.settings.access.prefixes;
  expect((await choose(owner, king)).prefix).toEqual(king);
  expect((await choose(partner, { ...king, text: 'gold King' })).prefix?.text).toBe('gold King');
  const both = [
    { nickname: owner.nickname, prefix: 'red Król Żab' },
    { nickname: partner.nickname, prefix: 'red gold King' },
  ];
  await expect
    .poll(() => told()?.toSorted((one, other) => one.prefix.localeCompare(other.prefix)))
    .toEqual([...both].reverse());
  for (const text of ['', '[Server]', '§4King', 'seventeen letters']) {
    await expect(choose(owner, { ...king, text })).rejects.toMatchObject({ code: 'invalid_request' });
  }

  const now = Date.now();
  const stranger = await makeUser(api);
  api.runtime.emitState(id, {
    orders: [
      order(partner.nickname.toUpperCase(), 'gold Duke', now),
      order(stranger.nickname, 'gold Eve', now + 1),
      order(owner.nickname, '', now + 2),
    ],
  });
  const see = async ({ client }: TestUser) => (await client.realmGet({ params: { id } })).prefix;
  await expect.poll(() => see(owner)).toBeNull();
  expect(await see(partner)).toEqual({ text: 'Duke', color: 'gold' });
  await expect.poll(told).toHaveLength(2);
  await expect.poll(told).toContainEqual({ nickname: owner.nickname, prefix: '' });
  expect(JSON.stringify(told())).not.toContain('Eve');

  await api.app.ctx.db.transaction().execute((tx) => userErase(tx, partner));
  const kept = await runSql(api.config.databaseUrl, 'select user_id from realm_prefixes where realm_id = $1', [id]);
  expect(kept).toEqual([{ user_id: owner.id }]);
});
