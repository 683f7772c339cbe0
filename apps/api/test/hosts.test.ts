import type { Client } from '@realmkeep/contract';
import { createFakeRuntime, type FakeRuntime } from '@realmkeep/runtime/fake';
import { DatabaseDoors, JarStore, listenHost, readHostKey, serveRuntime } from '@realmkeep/runtime/host';
import pino from 'pino';
import { freePort } from '@realmkeep/testkit/free-port';
import { runSql } from '@realmkeep/testkit/sql';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb, openPool } from '../src/db/pool.ts';
import { hostAdd, hostRemove } from '../src/domains/realms/hosts/host-admin.ts';
import { selectHosts } from '../src/domains/realms/hosts/host-queries.ts';
import { hostsAppear, RealmHosts } from '../src/domains/realms/hosts/realm-hosts.ts';
import { selectTaken } from '../src/domains/realms/hosts/host-queries.ts';
import { freshAddress, makeUser, realmBody, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';

const installationKey = 'test-token-key-that-is-long-enough';

interface TestHost {
  name: string;
  id: string;
  gamePort: number;
  runtime: FakeRuntime;
  /** The calls it has received while it does not answer; null while it answers. */
  unanswered: (() => void)[] | null;
  /** Closes its server and all connections. */
  cut(): Promise<void>;
  /** Serves again on the same port. */
  mend(): Promise<void>;
}

let databaseUrl: string;
let hosts: TestHost[];
let api: TestApi;
let onLarge: Owned[];
let onSmall: Owned;

interface Owned {
  client: Client;
  id: string;
}

/** A host with this much memory and the key its operator has received. */
async function startHost(name: string, memoryMiB: number): Promise<TestHost> {
  const [port, gamePort] = [await freePort(), await freePort()];
  const db = openDb(openPool(databaseUrl, 1));
  const address = `127.0.0.1:${port}`;
  const host = { name, address, gameAddress: `127.0.0.1:${gamePort}`, adopts: false };
  const { key: text } = await hostAdd(db, host, installationKey);
  await db.destroy();
  const key = readHostKey(text);
  const runtime = createFakeRuntime();
  const parts = {
    runtime,
    capacity: async () => ({ memoryMiB, java: [17, 21] }),
    java: async () => null,
    jars: new JarStore('/nowhere'),
    doors: new DatabaseDoors('/nowhere'),
  };
  const serve = serveRuntime(key, parts, () => undefined);
  const listen = () =>
    listenHost({ host: '127.0.0.1', port }, key, (request, response) => {
      // The reads that the test begins: a watch that reconnects, and what jobs ask for meanwhile, do not count.
      if (started.unanswered && request.url?.endsWith('/inspect'))
        started.unanswered.push(() => serve(request, response));
      else serve(request, response);
    });
  let server = await listen();
  const started: TestHost = {
    name,
    id: key.hostId,
    gamePort,
    runtime,
    unanswered: null,
    cut: () => server.close(),
    mend: async () => {
      server = await listen();
    },
  };
  return started;
}

beforeAll(async () => {
  databaseUrl = await createTestDatabase();
  const smallest = "select memory_mib from plan_kernels where tier = 'CHICKEN' and kernel = 'sandbox'";
  const realmMiB = Number((await runSql(databaseUrl, smallest))[0]?.['memory_mib']);
  // One has room for 17 realms of the smallest plan, the other for one.
  hosts = [await startHost('large', 17 * realmMiB + 100), await startHost('small', realmMiB)];
  api = await startTestApi({ databaseUrl, hosts: true });
});

afterAll(async () => {
  await api[Symbol.asyncDispose]();
  for (const host of hosts) await host.cut();
});

function first(realms: Owned[]): Owned {
  const [one] = realms;
  if (one === undefined) throw new Error('there is none');
  return one;
}

async function newRealm(): Promise<Owned> {
  const { client } = await makeUser(api);
  const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  return { client, id };
}

const hostOf = (id: string) => hosts.find(({ runtime }) => runtime.place.realms.has(id));
const row = (id: string) =>
  api.app.ctx.db.selectFrom('realms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('realms go where most memory is free, stay there, and are reached there by a gateway with a proof', async () => {
  onLarge = await Promise.all(Array.from({ length: 17 }, newRealm));
  for (const { client, id } of onLarge) await untilPhase(client, id, 'READY');
  onSmall = await newRealm();
  await untilPhase(onSmall.client, onSmall.id, 'READY');
  expect(new Set(onLarge.map(({ id }) => hostOf(id)?.name))).toEqual(new Set(['large']));
  expect(hostOf(onSmall.id)?.name).toBe('small');
  const { client, id } = first(onLarge);
  expect((await row(id)).host_id).toBe(hosts[0]?.id);
  const endpoint = api.app.ctx.directory.observed(id)?.endpoint;
  const proof = { realmId: id, key: expect.any(String) as string };
  expect(endpoint).toMatchObject({ host: '127.0.0.1', port: hosts[0]?.gamePort, proof });
  expect(await client.realmFiles({ params: { id }, query: { path: '' } })).toBeTruthy();
  await client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await untilPhase(client, id, 'OFF');
  await client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
  await untilPhase(client, id, 'READY');
  expect((await row(id)).host_id).toBe(hosts[0]?.id);
  // No host has room for another one.
  const waiting = await newRealm();
  await untilPhase(waiting.client, waiting.id, 'QUEUED');
  await waiting.client.realmPowerSet({ params: { realmId: waiting.id }, body: { power: 'OFF' } });
});

test('of many at once that give a realm a host, one does', async () => {
  const { id } = await newRealm();
  await expect.poll(async () => (await row(id)).host_id).not.toBeNull();
  await api.app.ctx.db.updateTable('realms').set({ host_id: null }).where('id', '=', id).execute();
  const log = pino({ level: 'silent' });
  const kernels = async () => api.runtime.kernels;
  const { config } = api.app.ctx;
  const others = await Promise.all(Array.from({ length: 4 }, () => RealmHosts.open(config, log, kernels)));
  const placed = await Promise.all(others.map(async (other) => other?.place(id)));
  expect(new Set(placed).size).toBe(1);
  expect((await row(id)).host_id).toBe(placed[0]);
  for (const other of others) {
    await other?.fleet.close();
    await other?.close();
  }
});

test('a host that answers no call holds up nobody on the others', async () => {
  const [large, small] = hosts as [TestHost, TestHost];
  const unanswered: (() => void)[] = (large.unanswered = []);
  for (const { id } of onLarge) void api.app.ctx.directory.refresh(id);
  await expect.poll(() => unanswered.length).toBe(16);
  await onSmall.client.realmPowerSet({ params: { realmId: onSmall.id }, body: { power: 'OFF' } });
  await expect.poll(() => small.runtime.place.realms.get(onSmall.id)?.state).toBeNull();
  // None has been given up in the meantime.
  expect(unanswered.length).toBe(16);
  large.unanswered = null;
  for (const answer of unanswered) answer();
});

test('realms of a lost host are not counted as crashed nor begun elsewhere', async () => {
  const [large, small] = hosts as [TestHost, TestHost];
  const { client, id } = first(onLarge);
  await large.cut();
  const live = async () => (await client.realmGet({ params: { id } })).live;
  await expect.poll(live).toMatchObject({ phase: 'READY', lostSince: expect.any(String) });
  const headers = { authorization: `Bearer ${api.config.secrets.metricsToken}` };
  const metrics = async () => (await fetch(`${api.url}/metrics`, { headers })).text();
  await expect.poll(metrics).toMatch(new RegExp(`^realmkeep_realms_lost ${onLarge.length}$`, 'm'));
  await client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  const files = client.realmFiles({ params: { id }, query: { path: '' } });
  await expect(files).rejects.toMatchObject({ code: 'unavailable' });
  // A new realm on a host with room does not wait either.
  const elsewhere = await newRealm();
  await untilPhase(elsewhere.client, elsewhere.id, 'READY');
  expect(hostOf(elsewhere.id)).toBe(small);
  expect(large.runtime.place.realms.get(id)?.state?.phase).toBe('READY');
  expect(small.runtime.place.realms.has(id)).toBe(false);

  await large.mend();
  await expect.poll(() => large.runtime.place.realms.get(id)?.exit).toMatchObject({ asked: true });
  await expect.poll(live).toMatchObject({ phase: 'OFF', lostSince: null });
  expect(await row(id)).toMatchObject({ crash_count: 0, host_id: large.id });
  for (const other of onLarge.slice(1)) expect(large.runtime.place.realms.get(other.id)?.state?.phase).toBe('READY');
});

test('an api that runs realms itself notices that there are hosts', async () => {
  const { ctx } = api.app;
  expect(await hostsAppear(ctx, new AbortController().signal)).toBe(true);
  expect(await hostsAppear(ctx, AbortSignal.abort())).toBe(false);
});

test('what an operator says of hosts is checked, and one with realms is not removed', async () => {
  const { db } = api.app.ctx;
  const host = { name: 'third', gameAddress: null, adopts: false };
  for (const address of ['10.0.0.5', '10.0.0.5:0', '10.0.0.5:99999', 'a b:1', 'unix:x', 'https://x:1'])
    await expect(hostAdd(db, { ...host, address }, installationKey)).rejects.toThrow('no address');
  await hostAdd(db, { ...host, address: '[fd00::5]:7443' }, installationKey);
  expect(await selectHosts(db)).toContainEqual(expect.objectContaining({ name: 'third', address: '[fd00::5]:7443' }));
  await hostRemove(db, 'third');
  await expect(hostRemove(db, 'large')).rejects.toThrow('has realms');
});

test('what hosts are taken up by is read from an index', async () => {
  const { db } = api.app.ctx;
  await sql`set enable_seqscan = off`.execute(db);
  const plan = JSON.stringify((await sql`explain (format json) ${selectTaken}`.execute(db)).rows);
  await sql`set enable_seqscan = on`.execute(db);
  expect(plan).toContain('realms_host');
});
