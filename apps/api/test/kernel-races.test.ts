import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eulaUrl, isBackingUp, isChangingKernel, isRestoring } from '@realmkeep/contract';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nextOnWorlds } from './next-on-worlds.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { startTestKernels, type TestKernels } from './test-kernels.ts';

const jar = randomBytes(1000);

let makers: TestKernels;
let dataDir: string;
let api: TestApi;
beforeAll(async () => {
  makers = await startTestKernels({ versions: { '1.16.5': 8, '1.20.4': 17 }, jar: async () => jar });
  dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-kernel-races-'));
  api = await startTestApi({
    environment: { DATA_DIR: dataDir, ...makers.environment },
    findJava: async () => [{ path: '/usr/lib/jvm/java-17/bin/java', major: 17 }],
  });
});
afterEach(() => makers.release());
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await makers[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const within = { timeout: 40_000, interval: 25 };

async function ownerOf(): Promise<{ owner: TestUser; id: string }> {
  const owner = await makeUser(api, 'GHAST');
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', address) });
  await untilPhase(owner.client, id, 'READY');
  await api.runtime.place.folders.folder(id);
  await writeFile(join(api.runtime.place.folders.path(id), 'world/words'), 'castle');
  return { owner, id };
}

const see = ({ client }: TestUser, id: string) => client.realmKernel({ params: { id } });
const change = ({ client }: TestUser, id: string) =>
  client.realmKernelChange({ params: { id }, body: { kernel: 'paper', version: '1.20.4', eula: eulaUrl } });
const power = ({ client }: TestUser, realmId: string, wanted: 'ON' | 'OFF') =>
  client.realmPowerSet({ params: { realmId }, body: { power: wanted } });
const update = (id: string, set: string) =>
  runSql(api.config.databaseUrl, `update realms set ${set} where id = $1`, [id]);

async function goBack(owner: TestUser, id: string): Promise<void> {
  const [way] = (await see(owner, id)).waysBack;
  await owner.client.realmKernelReturn({ params: { id }, body: { changeId: way?.changeId ?? '' } });
}

async function changed(owner: TestUser, id: string) {
  await expect.poll(async () => isChangingKernel((await see(owner, id)).change?.state ?? 'DONE'), within).toBe(false);
  const { kernel, change: failed } = await see(owner, id);
  const { live } = await owner.client.realmGet({ params: { id } });
  return { kernel, failed, phase: live.phase };
}

interface Held {
  /** Resolves when it has been reached. */
  begun: Promise<void>;
  release: () => void;
}

/** Holds back the realm's next start until it is released. */
function holdStart(id: string): Held {
  const { runtime } = api;
  const ensure = runtime.ensure.bind(runtime);
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  runtime.ensure = async (spec, fencingToken) => {
    if (spec.realmId !== id) return ensure(spec, fencingToken);
    runtime.ensure = ensure;
    begun.resolve();
    await gate.promise;
    return ensure(spec, fencingToken);
  };
  return { begun: begun.promise, release: gate.resolve };
}

/** Holds back the next exchange of its worlds in the same way. */
function holdExchange(id: string): Held {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  nextOnWorlds(api, id, 'exchange', async (own, scratch) => {
    begun.resolve();
    await gate.promise;
    await own.exchange(scratch);
  });
  return { begun: begun.promise, release: gate.resolve };
}

test('a realm that is turned off while its kernel is changed, or goes back, stays off', async () => {
  const { owner, id } = await ownerOf();
  makers.hold();
  await change(owner, id);
  await power(owner, id, 'OFF');
  makers.release();
  expect(await changed(owner, id)).toEqual({ kernel: 'paper', failed: null, phase: 'OFF' });

  // The next change starts it, as it starts every realm that was off.
  await goBack(owner, id);
  expect(await changed(owner, id)).toEqual({ kernel: 'sandbox', failed: null, phase: 'READY' });

  const exchange = holdExchange(id);
  await goBack(owner, id);
  await exchange.begun;
  await power(owner, id, 'OFF');
  exchange.release();
  expect(await changed(owner, id)).toEqual({ kernel: 'paper', failed: null, phase: 'OFF' });
});

test('a change does not start a realm that has come above the limit, nor one that goes back to what the plan has no more', async () => {
  const { owner, id } = await ownerOf();
  makers.hold();
  await change(owner, id);
  await update(id, "overlimit = true, power = 'OFF', deletion_timeout = now() + interval '14 days'");
  makers.release();
  expect(await changed(owner, id)).toEqual({ kernel: 'paper', failed: null, phase: 'OFF' });
  await update(id, "overlimit = false, deletion_timeout = null, power = 'ON'");
  await untilPhase(owner.client, id, 'READY');

  const exchange = holdExchange(id);
  await goBack(owner, id);
  await exchange.begun;
  api.runtime.hold(id);
  exchange.release();
  await expect.poll(() => api.runtime.place.realms.get(id)?.spec.kernel, within).toBe('sandbox');
  await runSql(api.config.databaseUrl, "update users set tier = 'CHICKEN' where id = $1", [owner.id]);
  api.runtime.crash(id, { code: 1 });
  expect(await changed(owner, id)).toMatchObject({ kernel: 'paper', failed: { state: 'FAILED' }, phase: 'OFF' });
  api.runtime.release(id);
});

test('the kernel stays where the realm has lost its folder, and the realm may be turned on again', async () => {
  const { owner, id } = await ownerOf();
  await power(owner, id, 'OFF');
  await untilPhase(owner.client, id, 'OFF');
  await api.runtime.destroy(id);
  await change(owner, id);
  const failed = { state: 'FAILED', problem: 'SNAPSHOT' };
  expect(await changed(owner, id)).toMatchObject({ kernel: 'sandbox', failed, phase: 'OFF' });
  const held = await runSql(api.config.databaseUrl, 'select world_held from realms where id = $1', [id]);
  expect(held).toEqual([{ world_held: false }]);
});

test('so it does where the folder is lost when the worlds are to be exchanged', async () => {
  const { owner, id } = await ownerOf();
  await change(owner, id);
  expect(await changed(owner, id)).toMatchObject({ kernel: 'paper', failed: null });
  const exchange = holdExchange(id);
  await goBack(owner, id);
  await exchange.begun;
  await api.runtime.destroy(id);
  exchange.release();
  const failed = { state: 'FAILED', problem: 'SNAPSHOT' };
  expect(await changed(owner, id)).toMatchObject({ kernel: 'paper', failed });
  expect((await see(owner, id)).waysBack).toHaveLength(1);
});

test('a start that was on its way when the kernel was changed does not go on, and the new one stands', async () => {
  const { owner, id } = await ownerOf();
  await power(owner, id, 'OFF');
  await untilPhase(owner.client, id, 'OFF');
  const start = holdStart(id);
  await power(owner, id, 'ON');
  await start.begun;
  await change(owner, id);
  await expect.poll(async () => (await see(owner, id)).change?.state, within).toBe('STARTING');
  start.release();
  expect(await changed(owner, id)).toEqual({ kernel: 'paper', failed: null, phase: 'READY' });
  expect(api.runtime.place.realms.get(id)?.spec.kernel).toBe('paper');
});

test('a start that was on its way when a backup was restored does not go on, and the world stands', async () => {
  const { owner, id } = await ownerOf();
  const params = { id };
  const backups = () => owner.client.realmBackups({ params });
  await owner.client.realmBackupCreate({ params });
  await expect.poll(async () => (await backups()).backups.some(({ state }) => isBackingUp(state)), within).toBe(false);
  await power(owner, id, 'OFF');
  await untilPhase(owner.client, id, 'OFF');
  const start = holdStart(id);
  await power(owner, id, 'ON');
  await start.begun;
  await owner.client.realmBackupRestore({ params: { id, backupId: (await backups()).backups[0]?.id ?? '' } });
  await expect.poll(async () => (await backups()).restore?.state, within).toBe('STARTING');
  start.release();
  await expect.poll(async () => isRestoring((await backups()).restore?.state ?? 'DONE'), within).toBe(false);
  expect((await backups()).restore).toMatchObject({ state: 'DONE' });
  await untilPhase(owner.client, id, 'READY');
});

test('what waits for its jar does not start any more once the realm runs on something else', async () => {
  const { owner, id } = await ownerOf();
  await change(owner, id);
  await changed(owner, id);
  await power(owner, id, 'OFF');
  await untilPhase(owner.client, id, 'OFF');
  const { runtime } = api;
  const ensure = runtime.ensure.bind(runtime);
  const started: string[] = [];
  runtime.ensure = async (spec, fencingToken) => {
    if (spec.realmId === id) started.push(spec.kernel);
    return ensure(spec, fencingToken);
  };
  await rm(join(dataDir, 'kernels', `${createHash('sha256').update(jar).digest('hex')}.jar`));
  makers.hold();
  const { downloads } = makers;
  await power(owner, id, 'ON');
  await expect.poll(() => makers.downloads, within).toBe(downloads + 1);
  await goBack(owner, id);
  await expect.poll(async () => (await see(owner, id)).change?.state, within).toBe('STARTING');
  makers.release();
  expect(await changed(owner, id)).toEqual({ kernel: 'sandbox', failed: null, phase: 'READY' });
  runtime.ensure = ensure;
  expect(started).toEqual(['sandbox']);
});
