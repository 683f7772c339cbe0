import { randomUUID } from 'node:crypto';
import { type RealmPhase, type Tier, tierLimits, type WakeAnswer } from '@realmkeep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { makeAdmin } from './people-money.ts';
import { askInternal } from './ask-internal.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const idleMs = tierLimits.CHICKEN.idleMinutes * 60_000;
const ada = { nickname: 'Ada', uuid: randomUUID(), world: 'overworld' };

async function phaseOf({ client }: Pick<TestUser, 'client'>, id: string): Promise<RealmPhase> {
  return (await client.realmPower({ query: { id } })).phase;
}

async function runningRealm(tier: Tier = 'CHICKEN'): Promise<{ owner: TestUser; id: string }> {
  const owner = await makeUser(api, tier);
  const { id } = await owner.client.realmCreate({ body: realmBody('Quiet Place', freshAddress()) });
  await untilPhase(owner.client, id, 'READY');
  return { owner, id };
}

/** Makes the realm look as if it had been empty for longer than any plan allows. */
function leaveEmpty(id: string): void {
  api.runtime.emitState(id, { emptySince: Date.now() - 2 * 3_600_000 });
}

async function sleepingRealm(tier: Tier = 'CHICKEN') {
  const realm = await runningRealm(tier);
  leaveEmpty(realm.id);
  await untilPhase(realm.owner.client, realm.id, 'SLEEPING');
  return realm;
}

function post(id: string, body: object, token = api.config.secrets.gatewayToken): Promise<Response> {
  return askInternal(api, `/internal/realms/${id}/wake`, { token, body });
}

async function wake(id: string, nickname = 'Stranger_1', from = '203.0.113.9'): Promise<WakeAnswer['answer']> {
  const response = await post(id, { nickname, address: from });
  return ((await response.json()) as WakeAnswer).answer;
}

describe('a realm that nobody is on', () => {
  test('sleeps after its plan’s time and not before, stays wanted, and keeps its last activity', async () => {
    const { owner, id } = await runningRealm();
    api.runtime.setPlayers(id, [ada]);
    const activity = async () => (await owner.client.realmGet({ params: { id } })).lastActivity;
    await expect.poll(activity).not.toBeNull();
    api.runtime.setPlayers(id, []);
    const left = Date.now();
    const emptySince = Date.now() - idleMs + 1_000;
    api.runtime.emitState(id, { emptySince });
    await untilPhase(owner.client, id, 'SLEEPING');
    expect(Date.now()).toBeGreaterThanOrEqual(emptySince + idleMs);
    expect(await api.runtime.inspect(id)).toMatchObject({ phase: 'EXITED', exit: { asked: true } });
    const realm = await owner.client.realmGet({ params: { id } });
    expect(realm).toMatchObject({ status: 'ON', live: { phase: 'SLEEPING', startedAt: null } });
    expect(Date.parse(realm.lastActivity ?? '')).toBeLessThanOrEqual(left);
    expect((await owner.client.realmList()).owned).toMatchObject([{ status: 'ON', phase: 'SLEEPING' }]);
  });

  test('is not looked into for each report, but is when one changes something', async () => {
    const { owner, id } = await runningRealm();
    const inspect = api.runtime.inspect.bind(api.runtime);
    let looks = 0;
    api.runtime.inspect = (realmId) => {
      if (realmId === id) looks += 1;
      return inspect(realmId);
    };
    const report = async (tps: number) => {
      api.runtime.emitState(id, { tps });
      await expect.poll(async () => (await owner.client.realmGet({ params: { id } })).live.tps).toBe(tps);
    };
    const looksOfReports = async () => {
      looks = 0;
      for (const tps of [18, 17, 16, 15, 14]) await report(tps);
      return looks;
    };
    // The first looks after the start may still be under way.
    await expect.poll(looksOfReports).toBe(0);
    leaveEmpty(id);
    await untilPhase(owner.client, id, 'SLEEPING');
    expect(looks).toBeGreaterThan(0);
    api.runtime.inspect = inspect;
  });

  test('that is switched on while it falls asleep starts again', async () => {
    const { owner, id } = await runningRealm();
    const stop = api.runtime.stopIfEmpty.bind(api.runtime);
    const asked = Promise.withResolvers<void>();
    api.runtime.stopIfEmpty = async (realmId) => {
      if (realmId !== id) return stop(realmId);
      api.runtime.stopIfEmpty = stop;
      await runSql(api.config.databaseUrl, 'update realms set asleep_at = now() where id = $1', [id]);
      const isStopped = await stop(realmId);
      await untilPhase(owner.client, id, 'SLEEPING');
      await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
      asked.resolve();
      return isStopped;
    };
    leaveEmpty(id);
    await asked.promise;
    await untilPhase(owner.client, id, 'READY');
  });

  test('does not sleep while somebody comes, and is asked again', async () => {
    const { owner, id } = await runningRealm();
    const stop = api.runtime.stopIfEmpty.bind(api.runtime);
    const asked = Promise.withResolvers<void>();
    api.runtime.stopIfEmpty = async (realmId) => {
      // The player has joined, and the state with them is on its way.
      if (realmId === id) api.runtime.setPlayers(id, [ada]);
      const isStopped = await stop(realmId);
      if (realmId === id) asked.resolve();
      return isStopped;
    };
    leaveEmpty(id);
    await asked.promise;
    api.runtime.stopIfEmpty = stop;
    await untilPhase(owner.client, id, 'READY');
    api.runtime.setPlayers(id, []);
    leaveEmpty(id);
    await untilPhase(owner.client, id, 'SLEEPING');
    expect(await api.runtime.inspect(id)).toMatchObject({ phase: 'EXITED' });
  });

  test('sleeps on through a restart of the api, and what was empty before it counts', async () => {
    const runtime = createFakeRuntime();
    const before = await startTestApi({ runtime });
    const owner = await makeUser(before);
    const make = async (name: string) => (await owner.client.realmCreate({ body: realmBody(name, freshAddress()) })).id;
    await runSql(before.config.databaseUrl, `update users set tier = 'ZOMBIE' where id = $1`, [owner.id]);
    const [sleeper, waiter] = [await make('Sleeper'), await make('Waiter')];
    for (const id of [sleeper, waiter]) await untilPhase(owner.client, id, 'READY');
    runtime.emitState(sleeper, { emptySince: Date.now() - tierLimits.ZOMBIE.idleMinutes * 60_000 });
    await untilPhase(owner.client, sleeper, 'SLEEPING');
    const { databaseUrl } = before.config;
    await before[Symbol.asyncDispose]();

    const place = runtime.place;
    const waiting = place.realms.get(waiter)?.state;
    if (waiting) waiting.emptySince = Date.now() - tierLimits.ZOMBIE.idleMinutes * 60_000;
    await using after = await startTestApi({ runtime: createFakeRuntime({ place }), databaseUrl });
    const again = { client: after.clientWith(owner.tokens.token) };
    await untilPhase(again.client, waiter, 'SLEEPING');
    await untilPhase(again.client, sleeper, 'SLEEPING');
    expect((await after.runtime.list()).map(({ phase }) => phase)).toEqual(['EXITED', 'EXITED']);
  });
});

describe('a realm that sleeps', () => {
  test('is woken by one who wants to join, once by many at once', async () => {
    const { owner, id } = await sleepingRealm();
    const { fencingToken } = (await api.runtime.inspect(id)) ?? { fencingToken: 0 };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => wake(id, `Player_${n}`)));
    expect(new Set(answers)).toEqual(new Set(['awake']));
    await untilPhase(owner.client, id, 'READY');
    const starts = await runSql(api.config.databaseUrl, 'select lease from realms where id = $1', [id]);
    expect(starts).toEqual([{ lease: (await api.runtime.inspect(id))?.fencingToken }]);
    expect((await api.runtime.inspect(id))?.fencingToken).toBeGreaterThan(fencingToken);
    await expect(wake(id)).resolves.toBe('awake');
  });

  test('is woken from its page, by a partner as well, and can be turned off', async () => {
    const { owner, id } = await sleepingRealm('GHAST');
    const partner = await makeUser(api);
    await runSql(api.config.databaseUrl, 'insert into realm_partners (realm_id, user_id) values ($1, $2)', [
      id,
      partner.id,
    ]);
    const wakers = { params: { id }, body: { wakers: 'MANAGERS' as const } };
    await expect(partner.client.realmWakersSet(wakers)).rejects.toMatchObject({ code: 'forbidden' });
    await partner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
    await untilPhase(owner.client, id, 'READY');
    leaveEmpty(id);
    await untilPhase(owner.client, id, 'SLEEPING');
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    await untilPhase(owner.client, id, 'OFF');
    await expect(wake(id)).resolves.toBe('awake');
    await expect(phaseOf(owner, id)).resolves.toBe('OFF');
  });

  test('stays as it is while it is blocked or above the limit, and sleeps on when it is unblocked', async () => {
    const { owner, id } = await sleepingRealm();
    const admin = await makeAdmin(api);
    await admin.client.adminRealmBlock({ params: { id }, body: { reason: 'griefs the neighbours' } });
    await untilPhase(owner.client, id, 'BLOCKED');
    await wake(id);
    await expect(phaseOf(owner, id)).resolves.toBe('BLOCKED');
    await admin.client.adminRealmUnblock({ params: { id }, body: { reason: 'it was another' } });
    await untilPhase(owner.client, id, 'SLEEPING');
    await runSql(
      api.config.databaseUrl,
      `update realms set overlimit = true, power = 'OFF', deletion_timeout = now() + interval '14 days' where id = $1`,
      [id],
    );
    await untilPhase(owner.client, id, 'OFF');
    await wake(id);
    await expect(phaseOf(owner, id)).resolves.toBe('OFF');
  });

  test('whose managers alone may wake it is not woken by their nicknames from elsewhere', async () => {
    const { owner, id } = await sleepingRealm();
    const set = await owner.client.realmWakersSet({ params: { id }, body: { wakers: 'MANAGERS' } });
    expect(set).toMatchObject({ wakers: 'MANAGERS', live: { phase: 'SLEEPING' } });
    const home = '127.0.0.1';
    await expect(wake(id)).resolves.toBe('refused');
    await expect(wake(id, owner.nickname)).resolves.toBe('refused');
    await expect(wake(id, 'Stranger_1', home)).resolves.toBe('refused');
    await expect(phaseOf(owner, id)).resolves.toBe('SLEEPING');
    await expect(wake(id, owner.nickname.toUpperCase(), home)).resolves.toBe('awake');
    await untilPhase(owner.client, id, 'READY');
    leaveEmpty(id);
    await untilPhase(owner.client, id, 'SLEEPING');
    await owner.client.authLogout({ body: owner.tokens });
    await expect(wake(id, owner.nickname, home)).resolves.toBe('refused');
  });

  test('is not woken without end', async () => {
    const { owner, id } = await sleepingRealm();
    const asleep = () =>
      runSql(api.config.databaseUrl, 'update realms set asleep_at = now() where id = $1 and asleep_at is null', [id]);
    api.runtime.hold(id);
    let woken = 0;
    while ((await wake(id)) === 'awake') {
      woken += 1;
      await asleep();
    }
    expect(woken).toBe(60);
    await expect(wake(id)).resolves.toBe('limited');
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
    api.runtime.release(id);
    await untilPhase(owner.client, id, 'READY');
  });
});

describe('the call of the gateway', () => {
  test('is the gateway’s alone, and takes what it is for', async () => {
    const { owner, id } = await sleepingRealm();
    const body = { nickname: 'Ada', address: '203.0.113.9' };
    for (const token of ['', owner.tokens.token, api.config.secrets.metricsToken]) {
      expect((await post(id, body, token)).status).toBe(403);
    }
    for (const wrong of [{ ...body, address: 'home' }, { ...body, nickname: 'a'.repeat(17) }, {}]) {
      expect((await post(id, wrong)).status).toBe(400);
    }
    expect((await post('x', body)).status).toBe(400);
    expect((await post(randomUUID(), body)).status).toBe(404);
    await expect(phaseOf(owner, id)).resolves.toBe('SLEEPING');
  });
});
