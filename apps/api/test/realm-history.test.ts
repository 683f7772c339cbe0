import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RealmHistories } from '../src/domains/realms/live/realm-histories.ts';
import { enterEvents } from './event-sockets.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function runningRealm(at: TestApi, user: TestUser, name = 'My Castle'): Promise<string> {
  const { id } = await user.client.realmCreate({ body: realmBody(name, freshAddress()) });
  await untilPhase(user.client, id, 'READY');
  expect(at.runtime.place.realms.get(id)?.state).toBeTruthy();
  return id;
}

test('a running realm is measured, told by the socket, and remembered while it is off', async () => {
  const owner = await makeUser(api);
  const { heard } = await enterEvents(api, owner.tokens.token);
  const id = await runningRealm(api, owner);
  const players = [{ nickname: 'Steve', uuid: randomUUID(), world: 'overworld' }];
  const resources = { cpu: 0.25, memoryBytes: 40_000_000.4 };
  api.runtime.emitState(id, { tps: 19.5, players, resources });
  const sample = { at: expect.any(Number), players: 1, tps: 19.5, cpu: 0.25, memoryBytes: 40_000_000 };
  await expect
    .poll(() => heard)
    .toContainEqual({ type: 'realmLive', realm: expect.objectContaining({ id, tps: 19.5 }), sample });

  const history = await owner.client.realmHistory({ query: { id } });
  expect(history.samples.at(-1)).toEqual(sample);
  expect(history.since).toBeLessThanOrEqual(history.now);
  expect(Math.abs(history.now - Date.now())).toBeLessThan(60_000);
  for (const { at } of history.samples) expect(at % 10_000).toBe(0);

  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await untilPhase(owner.client, id, 'OFF');
  const { samples } = await owner.client.realmHistory({ query: { id } });
  expect(samples.at(-1)).toEqual(sample);
});

test('a realm that starts or is silent is not measured', async () => {
  const owner = await makeUser(api);
  const id = await runningRealm(api, owner);
  const live = async () => (await owner.client.realmGet({ params: { id } })).live;
  const newest = async () => (await owner.client.realmHistory({ query: { id } })).samples.at(-1);
  const use = async (cpu: number) => {
    api.runtime.emitState(id, { resources: { cpu, memoryBytes: 1 } });
    await expect.poll(async () => (await live()).cpu).toBe(cpu);
  };
  await use(0.5);
  await expect(newest()).resolves.toMatchObject({ cpu: 0.5 });
  api.runtime.setSilent(id, Date.now());
  await use(0.6);
  await expect(newest()).resolves.toMatchObject({ cpu: 0.5 });
  api.runtime.setSilent(id, null);
  await use(0.7);
  await expect(newest()).resolves.toMatchObject({ cpu: 0.7 });

  const power = (to: 'ON' | 'OFF') => owner.client.realmPowerSet({ params: { realmId: id }, body: { power: to } });
  await power('OFF');
  await expect.poll(async () => (await live()).phase).toBe('OFF');
  api.runtime.hold(id);
  await power('ON');
  await expect.poll(async () => (await live()).phase).toBe('STARTING');
  await use(0.8);
  await expect(newest()).resolves.toMatchObject({ cpu: 0.7 });
  api.runtime.release(id);
  await expect.poll(async () => (await live()).phase).toBe('READY');
  await use(0.9);
  await expect(newest()).resolves.toMatchObject({ cpu: 0.9 });
});

test('only the owner and co-owners see it', async () => {
  const [owner, partner, stranger] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api), makeUser(api)]);
  const id = await runningRealm(api, owner);
  await runSql(api.config.databaseUrl, 'insert into realm_partners (realm_id, user_id) values ($1, $2)', [
    id,
    partner.id,
  ]);
  await expect(partner.client.realmHistory({ query: { id } })).resolves.toMatchObject({ id });
  const unknown = { status: 404, code: 'realm_unknown' };
  await expect(stranger.client.realmHistory({ query: { id } })).rejects.toMatchObject(unknown);
  await expect(owner.client.realmHistory({ query: { id: randomUUID() } })).rejects.toMatchObject(unknown);
});

test('another api goes on where one has ended, and knows of what is off by then too', async () => {
  const databaseUrl = await createTestDatabase();
  const { place } = createFakeRuntime();
  const first = await startTestApi({ databaseUrl, runtime: createFakeRuntime({ place }) });
  const owner = await makeUser(first, 'GHAST');
  const [on, off] = [await runningRealm(first, owner), await runningRealm(first, owner, 'My Other')];
  const newest = async (api: TestApi, id: string) =>
    (await api.clientWith(owner.tokens.token).realmHistory({ query: { id } })).samples.at(-1);
  for (const id of [on, off]) {
    first.runtime.emitState(id, { resources: { cpu: 0.5, memoryBytes: 1_000_001 } });
    await expect.poll(() => newest(first, id)).toMatchObject({ cpu: 0.5, memoryBytes: 1_000_001 });
  }
  const told = await Promise.all([on, off].map((id) => newest(first, id)));
  await first.app.stop();
  place.realms.delete(off);
  first.runtime.setSilent(on, Date.now());
  await using second = await startTestApi({ databaseUrl, runtime: createFakeRuntime({ place }) });
  expect(await Promise.all([on, off].map((id) => newest(second, id)))).toEqual(told);
});

const steps = (count: number) => Array.from({ length: count }, (_, step) => step);

test('whoever leads writes each minute once it is over, the same whoever writes it, and forgets what is older than an hour', async () => {
  // On a plan without a daily limit, with a player on: nothing ends the realm when the clock moves far ahead.
  const owner = await makeUser(api, 'DRAGON');
  const id = await runningRealm(api, owner);
  api.runtime.setPlayers(id, [{ nickname: 'Steve', uuid: randomUUID(), world: 'overworld' }]);
  await expect.poll(async () => (await owner.client.realmGet({ params: { id } })).live.players).toHaveLength(1);
  const { db, directory, histories } = api.app.ctx;
  const replica = new RealmHistories(db, directory);
  // A few steps before the next row, which begins on a full minute.
  const begin = Math.ceil(Date.now() / 600_000) * 600_000 + 550_000;
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const measure = async (at: number, cpu: number) => {
      vi.setSystemTime(at);
      api.runtime.emitState(id, { resources: { cpu, memoryBytes: 1 } });
      await expect.poll(() => [histories, replica].map((each) => each.newest(id)?.cpu)).toEqual([cpu, cpu]);
    };
    for (let step = 0; step < 13; step += 1) await measure(begin + step * 10_000, step);
    /** The samples as a new process reads them. */
    const kept = async () => (await new RealmHistories(db, directory).of(id)).samples.map(({ cpu }) => cpu);
    await histories.keep();
    expect(await kept()).toEqual(steps(11));
    await replica.keep('now');
    expect(await kept()).toEqual(steps(13));
    expect((await replica.of(id)).samples.map(({ cpu }) => cpu)).toEqual(steps(13));

    await measure(begin + 5_000_000, 20);
    await replica.keep('now');
    expect(await runSql(api.config.databaseUrl, 'select from realm_histories where realm_id = $1', [id])).toHaveLength(
      1,
    );
    expect(await kept()).toEqual([20]);
  } finally {
    vi.useRealTimers();
  }
});

test('what a realm reports without end, as one that has been taken over may, is not all written', async () => {
  const { client, ...owner } = await makeUser(api);
  const id = await runningRealm(api, { client, ...owner });
  const { directory } = api.app.ctx;
  let writes = 0;
  const unlisten = directory.onChange((change) => void (writes += Number(change.id === id && change.of === 'row')));
  for (let x = 1; x <= 50; x += 1) {
    api.runtime.emitState(id, { spawn: { x, y: 64, z: 0 } });
    await client.realmTps({ query: { id } });
  }
  await expect.poll(() => directory.row(id)?.spawn_x).toBe(50);
  unlisten();
  expect(writes).toBeLessThan(20);
});
