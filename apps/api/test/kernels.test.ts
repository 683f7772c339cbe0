import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eulaUrl,
  isChangingKernel,
  javaKernels,
  type KernelChangeBody,
  type RealmKernel,
  type Tier,
} from '@realmkeep/contract';
import { createFakeRuntime, type FakeRuntime } from '@realmkeep/runtime/fake';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enterEvents } from './event-sockets.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { type JarMood, startTestKernels, type TestKernels } from './test-kernels.ts';

const jar = randomBytes(200_000);
const sha256 = createHash('sha256').update(jar).digest('hex');
const versions = { '1.16.5': 8, '1.18.2': 17, '1.20.4': 17, '1.9.4': 8, '26.2': 25 };
const java17 = { path: '/usr/lib/jvm/java-17/bin/java', major: 17 };

let makers: TestKernels;
let dataDir: string;
let api: TestApi;
const begin = (databaseUrl?: string, runtime?: FakeRuntime) =>
  startTestApi({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(runtime === undefined ? {} : { runtime }),
    // More than all of this file's realms use together.
    environment: { DATA_DIR: dataDir, REALM_MEMORY_MIB: '100000', ...makers.environment },
    findJava: async () => [java17],
  });
beforeAll(async () => {
  makers = await startTestKernels({ versions, jar: async () => jar });
  dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-kernels-'));
  api = await begin();
});
beforeEach(() => {
  Object.assign(makers, { mood: 'whole', garbled: false });
  makers.release();
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await makers[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

/** An interrupted step pauses before it is tried again. */
const within = { timeout: 40_000, interval: 25 };

async function makeRealm(owner: TestUser, name = 'My Castle'): Promise<string> {
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody(name, address) });
  await untilPhase(owner.client, id, 'READY');
  await api.runtime.place.folders.folder(id);
  await writeFile(wordsOf(id), 'castle');
  return id;
}

async function ownerOf(tier: Tier = 'GHAST'): Promise<{ owner: TestUser; id: string }> {
  const owner = await makeUser(api, tier);
  return { owner, id: await makeRealm(owner) };
}

const wordsOf = (id: string) => join(api.runtime.place.folders.path(id), 'world/words');
const paper: KernelChangeBody = { kernel: 'paper', version: '1.20.4', eula: eulaUrl };
const see = ({ client }: TestUser, id: string) => client.realmKernel({ params: { id } });
const change = ({ client }: TestUser, id: string, more: Partial<KernelChangeBody> = {}) =>
  client.realmKernelChange({ params: { id }, body: { ...paper, ...more } });
const kernelFiles = () => readdir(join(dataDir, 'kernels')).catch(() => []);

/** The realm's kernel once nothing is in progress. */
async function settled(user: TestUser, id: string): Promise<RealmKernel> {
  await expect.poll(async () => isChangingKernel((await see(user, id)).change?.state ?? 'DONE'), within).toBe(false);
  return see(user, id);
}

const forgetJars = () => rm(join(dataDir, 'kernels'), { recursive: true, force: true });

/** The spec the realm was started with. */
const specOf = (id: string) => api.runtime.place.realms.get(id)?.spec;

describe('a change', () => {
  test.each(javaKernels)('to %s is told of step by step, and can be undone', async (kernel) => {
    await forgetJars();
    const { owner, id } = await ownerOf();
    const { heard, socket } = await enterEvents(api, owner.tokens.token);
    makers.hold();
    const asked = await change(owner, id, { kernel });
    expect(asked).toMatchObject({ kernel: 'sandbox', eula: { accepted: expect.any(String) } });
    expect(asked.change).toMatchObject({ state: 'DOWNLOADING', to: { kernel, version: '1.20.4' }, undoing: false });
    // Purpur and Fabric do not announce the size.
    const told = kernel === 'paper' || kernel === 'vanilla' ? '0.5' : undefined;
    const half = async () => (await see(owner, id)).change?.progress?.toFixed(1);
    await expect.poll(half, within).toBe(told);
    await untilPhase(owner.client, id, 'READY');
    makers.release();
    const done = await settled(owner, id);
    expect(done).toMatchObject({ kernel, version: '1.20.4', change: null });
    expect(done.waysBack).toMatchObject([{ to: { kernel: 'sandbox', version: '1.16.5' } }]);
    await untilPhase(owner.client, id, 'READY');
    const file = join(dataDir, 'kernels', `${sha256}.jar`);
    expect(specOf(id)).toMatchObject({
      kernel,
      java: { version: '1.20.4', jar: file, runtime: java17.path, eula: true },
      limits: { memoryMiB: 2048 },
    });
    expect((await stat(file)).mode & 0o777).toBe(0o444);
    expect(await kernelFiles()).toEqual([`${sha256}.jar`]);
    await expect.poll(() => heard).toContainEqual({ type: 'realmKernelChanged', id });
    socket.close();
    const realm = await owner.client.realmGet({ params: { id } });
    expect(realm).toMatchObject({ kernel: { kernel, version: '1.20.4' } });
    expect([realm.nether, realm.end]).toEqual([true, true]);
    // The snapshot exists, counts towards no limit, and cannot be deleted.
    const { backups, bytesUsed, nextAt } = await owner.client.realmBackups({ params: { id } });
    expect(backups).toMatchObject([{ origin: 'KERNEL_CHANGE', state: 'READY' }]);
    expect([bytesUsed, nextAt]).toEqual([0, null]);
    const removal = owner.client.realmBackupDelete({ params: { id, backupId: backups[0]?.id ?? '' } });
    await expect(removal).rejects.toMatchObject({ code: 'backup_kept' });

    await writeFile(wordsOf(id), 'ruins');
    await owner.client.realmKernelReturn({ params: { id }, body: { changeId: done.waysBack[0]?.changeId ?? '' } });
    const back = await settled(owner, id);
    expect(back).toMatchObject({ kernel: 'sandbox', version: '1.16.5', change: null });
    await expect(readFile(wordsOf(id), 'utf8')).resolves.toBe('castle');
    await untilPhase(owner.client, id, 'READY');
    expect(specOf(id)).toMatchObject({ kernel: 'sandbox' });
    const { items } = await owner.client.realmActivity({ params: { id }, query: { kind: 'KERNEL' } });
    expect(items.map(({ action, items: [first] }) => [action, first?.what])).toEqual([
      ['kernelReturn', 'sandbox 1.16.5'],
      ['kernelChange', `${kernel} 1.20.4`],
    ]);
    if (kernel !== 'paper') return;
    // And forth again, to what was built there.
    expect(back.waysBack).toMatchObject([{ to: { kernel, version: '1.20.4' } }]);
    await owner.client.realmKernelReturn({ params: { id }, body: { changeId: back.waysBack[0]?.changeId ?? '' } });
    expect(await settled(owner, id)).toMatchObject({ kernel });
    await expect(readFile(wordsOf(id), 'utf8')).resolves.toBe('ruins');
  });

  test('keeps the two snapshots that somebody may go back to', async () => {
    const { owner, id } = await ownerOf();
    for (const version of ['1.16.5', '1.18.2', '1.20.4'] as const) {
      await change(owner, id, { version });
      expect(await settled(owner, id)).toMatchObject({ version });
    }
    expect((await see(owner, id)).waysBack.map(({ to }) => `${to.kernel} ${to.version}`)).toEqual([
      'paper 1.18.2',
      'sandbox 1.16.5',
    ]);
    await expect
      .poll(
        async () => (await runSql(api.config.databaseUrl, 'select from backups where realm_id = $1', [id])).length,
        within,
      )
      .toBe(2);
    await expect(change(owner, id, { version: '1.18.2' })).rejects.toMatchObject({ code: 'kernel_older' });
    await expect(change(owner, id)).rejects.toMatchObject({ code: 'kernel_same' });
    const toSandbox = change(owner, id, { kernel: 'sandbox', version: '1.16.5' });
    await expect(toSandbox).rejects.toMatchObject({ code: 'kernel_older' });
  });

  test('to a server that does not start brings back kernel and world', async () => {
    const { owner, id } = await ownerOf();
    api.runtime.hold(id);
    await change(owner, id);
    await expect.poll(async () => (await see(owner, id)).change?.state, within).toBe('STARTING');
    await expect.poll(() => specOf(id)?.kernel, within).toBe('paper');
    await writeFile(wordsOf(id), 'turned into another format');
    api.runtime.crash(id, { code: 1 });
    // Otherwise it could be restarted, and be ready, before the crash is seen.
    await expect.poll(async () => (await see(owner, id)).change?.state, within).not.toBe('STARTING');
    api.runtime.release(id);
    const failed = await settled(owner, id);
    expect(failed).toMatchObject({ kernel: 'sandbox', change: { state: 'FAILED', problem: 'START' }, waysBack: [] });
    await expect(readFile(wordsOf(id), 'utf8')).resolves.toBe('castle');
    await untilPhase(owner.client, id, 'READY');
    expect(specOf(id)).toMatchObject({ kernel: 'sandbox' });
    await expect.poll(async () => (await owner.client.realmBackups({ params: { id } })).backups, within).toEqual([]);
    // The next attempt works.
    await change(owner, id);
    expect(await settled(owner, id)).toMatchObject({ kernel: 'paper', change: null });
  });

  const moods: JarMood[] = [
    'another',
    'short',
    'long',
    'endless',
    'cut off',
    'missing',
    'redirected elsewhere',
    'of another host',
    'too large',
  ];
  test('of a jar that is not what its maker says leaves the realm as it is', async () => {
    const { owner, id } = await ownerOf();
    for (const mood of moods) {
      await forgetJars();
      makers.mood = mood;
      await change(owner, id);
      expect({ mood, ...(await settled(owner, id)) }).toMatchObject({
        mood,
        kernel: 'sandbox',
        change: { state: 'FAILED', problem: 'DOWNLOAD' },
      });
      expect({ mood, files: await kernelFiles() }).toEqual({ mood, files: [] });
    }
    await untilPhase(owner.client, id, 'READY');
  });

  test('is one, however many ask at once; and of one jar there is one download', async () => {
    await forgetJars();
    const before = makers.downloads;
    const owner = await makeUser(api, 'GHAST');
    const ids = [await makeRealm(owner), await makeRealm(owner, 'My Other')];
    makers.hold();
    for (const id of ids) {
      const all = await Promise.allSettled(Array.from({ length: 20 }, () => change(owner, id)));
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refusals = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as { code: string }] : []));
      expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['kernel_changing']));
    }
    await expect.poll(() => makers.downloads - before, within).toBe(1);
    const backup = owner.client.realmBackupCreate({ params: { id: ids[0] ?? '' } });
    await expect(backup).rejects.toMatchObject({ code: 'kernel_changing' });
    makers.release();
    for (const id of ids) expect(await settled(owner, id)).toMatchObject({ kernel: 'paper' });
    expect(makers.downloads - before).toBe(1);
  });

  test('goes on from every step after the api has ended there', async () => {
    await forgetJars();
    const { owner, id } = await ownerOf();
    const { databaseUrl } = api.config;
    const { place } = api.runtime;
    const rows = () => runSql(databaseUrl, 'select state from kernel_changes where realm_id = $1', [id]);
    const restart = async () => {
      await api[Symbol.asyncDispose]();
      api = await begin(databaseUrl, createFakeRuntime({ place }));
      return { ...owner, client: api.clientWith(owner.tokens.token) };
    };
    await change(owner, id);
    let user = owner;
    // A step that was done but not recorded is repeated: the row is set back to its beginning.
    for (const state of ['STOPPING', 'SAVING', 'SWITCHING'] as const) {
      await expect.poll(async () => (await rows())[0]?.['state'], { ...within, interval: 1 }).not.toBe('DOWNLOADING');
      user = await restart();
      await runSql(
        databaseUrl,
        `update kernel_changes set state = $2 where realm_id = $1 and state = 'STARTING' and $2 = 'SWITCHING'`,
        [id, state],
      );
    }
    expect(await settled(user, id)).toMatchObject({ kernel: 'paper', change: null });
    await untilPhase(user.client, id, 'READY');
    const { waysBack } = await see(user, id);
    await writeFile(wordsOf(id), 'ruins');
    await user.client.realmKernelReturn({ params: { id }, body: { changeId: waysBack[0]?.changeId ?? '' } });
    for (let times = 0; times < 3; times += 1) user = await restart();
    expect(await settled(user, id)).toMatchObject({ kernel: 'sandbox', change: null });
    await expect(readFile(wordsOf(id), 'utf8')).resolves.toBe('castle');
    await untilPhase(user.client, id, 'READY');
  });
});

describe('who may', () => {
  test('a co-owner sees, a stranger finds nothing, and the owner agrees to the licence once', async () => {
    const { owner, id } = await ownerOf();
    const [partner, stranger] = await Promise.all([makeUser(api), makeUser(api)]);
    await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
    await expect(change(partner, id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(see(partner, id)).resolves.toMatchObject({ kernel: 'sandbox', eula: { accepted: null } });
    await expect(see(stranger, id)).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect(change(stranger, id)).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect(change(owner, id, { eula: null })).rejects.toMatchObject({ code: 'kernel_eula' });
    await change(owner, id);
    const { eula, waysBack } = await settled(owner, id);
    expect(eula).toEqual({ url: eulaUrl, accepted: expect.any(String) });
    await change(owner, id, { kernel: 'vanilla', eula: null });
    const body = { changeId: waysBack[0]?.changeId ?? '' };
    await expect(partner.client.realmKernelReturn({ params: { id }, body })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await settled(owner, id);
    const unknown = owner.client.realmKernelReturn({ params: { id }, body: { changeId: randomUUID() } });
    await expect(unknown).rejects.toMatchObject({ code: 'kernel_no_way_back' });
  });

  test('what cannot run is refused with the reason', async () => {
    const { owner, id } = await ownerOf();
    await expect(change(owner, id, { version: '26.2' })).rejects.toMatchObject({
      code: 'kernel_java',
      params: { java: 25 },
    });
    await expect(change(owner, id, { version: '1.99' })).rejects.toMatchObject({ code: 'kernel_version' });
    await expect(change(owner, id, { kernel: 'sandbox', version: '1.18.2' })).rejects.toMatchObject({
      code: 'kernel_version',
    });
    await runSql(
      api.config.databaseUrl,
      "update realms set overlimit = true, power = 'OFF', deletion_timeout = now() + interval '14 days' where id = $1",
      [id],
    );
    await expect(change(owner, id)).rejects.toMatchObject({ code: 'realm_overlimit' });
  });

  test('a tier without servers in Java has none, and stops one there was; its way back is open', async () => {
    const { owner: poor, id: poorId } = await ownerOf('CHICKEN');
    await expect(change(poor, poorId)).rejects.toMatchObject({ status: 403, code: 'kernel_tier' });

    const { owner, id } = await ownerOf('ZOMBIE');
    await change(owner, id);
    const { waysBack } = await settled(owner, id);
    const preview = await owner.client.subscriptionPreview({ query: { tier: 'CHICKEN' } });
    expect(preview).toMatchObject({ keeps: [{ id }], off: [{ id }] });
    await api.app.ctx.db.transaction().execute(async (tx) => {
      const { setTier } = await import('../src/domains/identity/users/user-tier.ts');
      const { realmsApplyTier } = await import('../src/domains/realms/realms-overlimit.ts');
      await setTier(tx, owner.id, 'CHICKEN');
      await realmsApplyTier(tx, owner.id, 'ZOMBIE', 'CHICKEN');
    });
    await untilPhase(owner.client, id, 'OFF');
    const on = owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
    await expect(on).rejects.toMatchObject({ code: 'kernel_tier' });
    await owner.client.realmKernelReturn({ params: { id }, body: { changeId: waysBack[0]?.changeId ?? '' } });
    expect(await settled(owner, id)).toMatchObject({ kernel: 'sandbox', change: null });
    await untilPhase(owner.client, id, 'READY');
  });
});

test('a jar that was damaged is fetched again before the realm starts', async () => {
  const { owner, id } = await ownerOf();
  await change(owner, id);
  await settled(owner, id);
  const file = join(dataDir, 'kernels', `${sha256}.jar`);
  await rm(file);
  await writeFile(file, 'damaged');
  api.runtime.crash(id);
  await expect.poll(async () => (await stat(file)).size, within).toBe(jar.length);
  await untilPhase(owner.client, id, 'READY');
});

test('a jar that nobody has had for a week goes, and so does what a killed download has left', async () => {
  const { kernelSweep } = await import('../src/domains/worlds/kernels/kernel-jobs.ts');
  const { utimes } = await import('node:fs/promises');
  await runSql(
    api.config.databaseUrl,
    "update realms set kernel = 'sandbox', kernel_version = '1.16.5', kernel_jar = null",
  );
  await runSql(api.config.databaseUrl, "update backups set kernel = 'sandbox', kernel_jar = null");
  await runSql(api.config.databaseUrl, 'delete from kernel_changes');
  await runSql(api.config.databaseUrl, "update kernel_jars set created_at = now() - interval '8 days'");
  const part = join(dataDir, 'kernels', `.part-${randomUUID()}`);
  await writeFile(part, 'half');
  for (const name of await kernelFiles()) await utimes(join(dataDir, 'kernels', name), 0, 0);
  await kernelSweep(api.app.ctx);
  expect(await kernelFiles()).toEqual([]);
});
