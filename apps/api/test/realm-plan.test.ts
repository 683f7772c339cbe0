import { randomUUID } from 'node:crypto';
import { tierLimits, withoutOwnerMinutes } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const hourMs = (tierLimits.CHICKEN.shutdownMinutes ?? 0) * 60_000;
const aloneMs = withoutOwnerMinutes * 60_000;
const nothingMore = {
  weather: false,
  editBlocks: 0,
  kits: false,
  highlightedNickname: false,
  personalPrefix: false,
  otherWorlds: false,
};
const ada = { nickname: 'Ada', uuid: randomUUID(), world: 'overworld' };

async function runningRealm(): Promise<{ owner: TestUser; id: string }> {
  const owner = await makeUser(api);
  const { id } = await owner.client.realmCreate({ body: realmBody('Free Hour', freshAddress()) });
  await untilPhase(owner.client, id, 'READY');
  return { owner, id };
}

const phaseOf = async ({ client }: TestUser, id: string) => (await client.realmPower({ query: { id } })).phase;
const settings = (id: string) => api.runtime.place.realms.get(id)?.spec.settings;
const setTier = (owner: TestUser, tier: string) =>
  runSql(api.config.databaseUrl, 'update users set tier = $1 where id = $2', [tier, owner.id]);

/** Makes the realm look as if it had run for this long, on an older plan. */
async function runFor(owner: TestUser, id: string, ms: number): Promise<void> {
  await runSql(api.config.databaseUrl, `update users set tier_since = '2020-01-01' where id = $1`, [owner.id]);
  const realm = api.runtime.place.realms.get(id);
  if (realm) realm.startedAt = Date.now() - ms;
  api.runtime.emitState(id, { tps: 20 });
}

test('a free realm is told when its hour ends, what it advertises, and how long it goes on without its owner', async () => {
  const { owner, id } = await runningRealm();
  const started = api.runtime.place.realms.get(id)?.startedAt ?? 0;
  const plan = { closesAt: started + hourMs, unmanagedMs: aloneMs, advertised: 'realms.example', ...nothingMore };
  await expect.poll(() => settings(id)?.plan).toEqual(plan);
  expect(settings(id)?.motd).toBe('Free Hour · hosted free on realms.example');
  const { live } = await owner.client.realmGet({ params: { id } });
  expect(Date.parse(live.closesAt ?? '')).toBe(started + hourMs);
});

test('it is shut down when the hour is over, whoever is on, and may run again at once', async () => {
  const { owner, id } = await runningRealm();
  api.runtime.setPlayers(id, [ada]);
  await runFor(owner, id, hourMs - 60_000);
  await expect(phaseOf(owner, id)).resolves.toBe('READY');
  await runFor(owner, id, hourMs);
  await untilPhase(owner.client, id, 'SLEEPING');
  expect((await owner.client.realmPower({ query: { id } })).closesAt).toBeNull();
  expect((await owner.client.realmGet({ params: { id } })).status).toBe('ON');
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
  await untilPhase(owner.client, id, 'READY');
});

test('it is shut down when players have been on it without a manager for long', async () => {
  const { owner, id } = await runningRealm();
  await runFor(owner, id, aloneMs);
  api.runtime.setPlayers(id, [ada]);
  api.runtime.emitState(id, { unmanagedSince: Date.now() - aloneMs });
  await untilPhase(owner.client, id, 'SLEEPING');
  expect(await api.runtime.inspect(id)).toMatchObject({ phase: 'EXITED', exit: { asked: true } });
});

test('another tier reaches a running realm at once, and counts from then on', async () => {
  const { owner, id } = await runningRealm();
  await runFor(owner, id, hourMs - 60_000);
  expect(await owner.client.realmGet({ params: { id } })).toMatchObject({ nether: false, end: false });
  await setTier(owner, 'ZOMBIE');
  expect(await owner.client.realmGet({ params: { id } })).toMatchObject({ nether: true, end: true });
  const zombie = { ...nothingMore, weather: true, editBlocks: tierLimits.ZOMBIE.editBlocks, otherWorlds: true };
  const none = { closesAt: null, unmanagedMs: null, advertised: null, ...zombie };
  await expect.poll(() => settings(id)?.plan).toEqual(none);
  expect(settings(id)?.motd).toBe('Free Hour');
  expect((await owner.client.realmPower({ query: { id } })).closesAt).toBeNull();
  const realm = api.runtime.place.realms.get(id);
  if (realm) realm.startedAt = Date.now() - 100 * hourMs;
  const before = Date.now();
  await setTier(owner, 'CHICKEN');
  await expect.poll(() => settings(id)?.plan.closesAt ?? 0).toBeGreaterThanOrEqual(before + hourMs);
  const told = settings(id)?.plan.closesAt ?? 0;
  expect(Date.parse((await owner.client.realmPower({ query: { id } })).closesAt ?? '')).toBe(told);
  await expect(phaseOf(owner, id)).resolves.toBe('READY');
  await setTier(owner, 'DRAGON');
  await expect.poll(() => settings(id)?.plan.personalPrefix).toBe(true);
});
