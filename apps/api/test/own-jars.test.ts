import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdminPlanKernels, eulaUrl, isChangingKernel, type RealmKernel, type Tier } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveOf } from '@realmkeep/testkit/own-worlds';
import { runSql } from '@realmkeep/testkit/sql';
import { makeAdmin } from './people-money.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

const java17 = { path: '/usr/lib/jvm/java-17/bin/java', major: 17 };

let api: TestApi;
let dataDir: string;
let admin: TestUser;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-own-jars-'));
  api = await startTestApi({
    environment: { DATA_DIR: dataDir, REALM_MEMORY_MIB: '100000' },
    findJava: async () => [java17],
  });
  admin = await makeAdmin(api);
  await allow(['GHAST']);
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const within = { timeout: 40_000, interval: 25 };

/** Allows own jars on these plans only. */
async function allow(tiers: readonly Tier[], change: Partial<AdminPlanKernels['plans'][number]> = {}): Promise<void> {
  const { revision, plans } = await admin.client.adminPlanKernels();
  const changed = plans.map((plan) => {
    const kernels = plan.kernels.map((one) =>
      one.kernel === 'own' ? { ...one, allowed: tiers.includes(plan.tier) } : one,
    );
    return Object.assign(plan, { kernels }, tiers.includes(plan.tier) ? change : {});
  });
  await admin.client.adminPlanKernelsUpdate({ body: { revision, plans: changed } });
}

interface Owned {
  owner: TestUser;
  id: string;
}

async function ownerOf(tier: Tier = 'GHAST'): Promise<Owned> {
  const owner = await makeUser(api, tier);
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  await untilPhase(owner.client, id, 'READY');
  await api.runtime.place.folders.folder(id);
  return { owner, id };
}

const pathOf = (id: string, name = 'own.jar') => join(api.runtime.place.folders.path(id), 'kernel', name);

/** Adds a jar to a realm's files. @returns its hash */
async function putJar(id: string, main: string | null, { name = 'own.jar', version = '1.20.4' } = {}): Promise<string> {
  const jar = await archiveOf({
    'META-INF/MANIFEST.MF': `Manifest-Version: 1.0\n${main === null ? '' : `Main-Class: ${main}\n`}`,
    'version.json': JSON.stringify({ id: version }),
  });
  await writeFile(pathOf(id, name), jar);
  return createHash('sha256').update(jar).digest('hex');
}

const see = ({ owner, id }: Owned) => owner.client.realmKernel({ params: { id } });
const jarsOf = ({ owner, id }: Owned) => owner.client.realmKernelJars({ params: { id } });
const choose = ({ owner, id }: Owned, jar: string | undefined, version = '1.20.4') =>
  owner.client.realmKernelChange({
    params: { id },
    body: { kernel: 'own', version, eula: eulaUrl, ...(jar === undefined ? {} : { jar }) },
  });

async function settled(owned: Owned): Promise<RealmKernel> {
  await expect.poll(async () => isChangingKernel((await see(owned)).change?.state ?? 'DONE'), within).toBe(false);
  return see(owned);
}

const specOf = (id: string) => api.runtime.place.realms.get(id)?.spec;
const keptAt = (sha256: string) => join(dataDir, 'kernels', `${sha256}.jar`);

test('an own jar is listed, chosen, copied, run as what it is, and left again with the world of before', async () => {
  const owned = await ownerOf();
  const { owner, id } = owned;
  expect(await jarsOf(owned)).toEqual({ jars: [], more: 0 });
  const sha256 = await putJar(id, 'io.papermc.paperclip.Main');
  await putJar(id, null, { name: 'text.jar' });
  await writeFile(pathOf(id, 'broken.jar'), 'no archive');
  await writeFile(pathOf(id, 'notes.txt'), 'none');
  await writeFile(pathOf(id, 'large.jar'), '');
  await truncate(pathOf(id, 'large.jar'), 200 * 1024 * 1024);
  const none = { sha256: null, version: null };
  expect((await jarsOf(owned)).jars).toMatchObject([
    { name: 'broken.jar', ...none, problem: 'NO_PROGRAM' },
    { name: 'large.jar', ...none, problem: 'TOO_LARGE' },
    { name: 'own.jar', sha256, version: '1.20.4', problem: null },
    { name: 'text.jar', sha256: null, version: '1.20.4', problem: 'NO_PROGRAM' },
  ]);

  await choose(owned, sha256);
  const done = await settled(owned);
  expect(done).toMatchObject({
    kernel: 'own',
    version: '1.20.4',
    build: sha256.slice(0, 12),
    jar: sha256,
    change: null,
  });
  await untilPhase(owner.client, id, 'READY');
  expect(specOf(id)).toMatchObject({
    kernel: 'paper',
    java: { version: '1.20.4', jar: keptAt(sha256), runtime: java17.path, eula: true },
  });
  expect((await stat(keptAt(sha256))).mode & 0o777).toBe(0o444);
  const { items } = await owner.client.realmActivity({ params: { id }, query: { kind: 'KERNEL' } });
  expect(items[0]?.items[0]?.what).toBe(`own 1.20.4 ${sha256.slice(0, 12)}`);

  await owner.client.realmKernelReturn({ params: { id }, body: { changeId: done.waysBack[0]?.changeId ?? '' } });
  expect(await settled(owned)).toMatchObject({ kernel: 'sandbox', jar: null, waysBack: [{ to: { kernel: 'own' } }] });
});

test('a file that changes later changes nothing until it is chosen again, and may go', async () => {
  const owned = await ownerOf();
  const { owner, id } = owned;
  const first = await putJar(id, 'net.minecraft.bundler.Main');
  const file = await readFile(pathOf(id));
  await choose(owned, first);
  expect(await settled(owned)).toMatchObject({ kernel: 'own', jar: first });
  expect(specOf(id)).toMatchObject({ kernel: 'vanilla' });
  await expect(choose(owned, first)).rejects.toMatchObject({ code: 'kernel_same' });

  const second = await putJar(id, 'net.minecraft.server.Main');
  expect((await jarsOf(owned)).jars.map(({ sha256 }) => sha256)).toEqual([second]);
  await expect(choose(owned, first)).rejects.toMatchObject({ code: 'kernel_jar' });
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'RESTART' } });
  await untilPhase(owner.client, id, 'READY');
  expect(specOf(id)?.java?.jar).toBe(keptAt(first));

  await choose(owned, second);
  expect(await settled(owned)).toMatchObject({ jar: second, waysBack: [{ to: { build: first.slice(0, 12) } }, {}] });
  await rm(pathOf(id));
  // A lost copy is replaced from the file; when that is gone too, the realm stays as it is.
  await rm(keptAt(first));
  const [way] = (await see(owned)).waysBack;
  await owner.client.realmKernelReturn({ params: { id }, body: { changeId: way?.changeId ?? '' } });
  expect(await settled(owned)).toMatchObject({ jar: second, change: { state: 'FAILED', problem: 'JAR' } });
  await writeFile(pathOf(id, 'another name.jar'), file);
  const [again] = (await see(owned)).waysBack;
  await owner.client.realmKernelReturn({ params: { id }, body: { changeId: again?.changeId ?? '' } });
  expect(await settled(owned)).toMatchObject({ jar: first, change: null });
  expect(await readFile(keptAt(first))).toEqual(file);
});

test('one that does not start gives back what was there', async () => {
  const owned = await ownerOf();
  const { owner, id } = owned;
  api.runtime.hold(id);
  await choose(owned, await putJar(id, 'a.Main'));
  await expect.poll(() => specOf(id)?.kernel, within).toBe('vanilla');
  api.runtime.crash(id, { code: 1 });
  await expect.poll(async () => (await see(owned)).change?.state, within).not.toBe('STARTING');
  api.runtime.release(id);
  expect(await settled(owned)).toMatchObject({ kernel: 'sandbox', change: { state: 'FAILED', problem: 'START' } });
  await untilPhase(owner.client, id, 'READY');
});

test('only whose plan includes own jars, for a realm that has run, four of them, within the rate', async () => {
  const other = await ownerOf('ZOMBIE');
  const jar = await putJar(other.id, 'a.Main');
  await expect(choose(other, jar)).rejects.toMatchObject({ code: 'kernel_tier' });
  expect((await see(other)).kernels).not.toContain('own');
  const owned = await ownerOf();
  const { owner, id } = owned;
  const { kernels } = await owner.client.realmPossibility();
  expect(kernels.map(({ kernel }) => kernel)).not.toContain('own');
  const begins = owner.client.realmCreate({
    body: {
      ...realmBody('Other', freshAddress()),
      kernel: { kernel: 'own' as 'paper', version: '1.20.4', eula: eulaUrl },
    },
  });
  await expect(begins).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(allow(['GHAST'], { defaultKernel: 'own' as 'paper' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await expect(choose(owned, undefined)).rejects.toMatchObject({ code: 'kernel_jar' });
  await expect(choose(owned, await putJar(id, 'a.Main', { version: '26.2' }), '26.2')).rejects.toMatchObject({
    code: 'kernel_java',
  });
  const stranger = await makeUser(api, 'GHAST');
  await expect(stranger.client.realmKernelJars({ params: { id } })).rejects.toMatchObject({ code: 'realm_unknown' });

  // Backups keep four.
  const { databaseUrl } = api.config;
  for (const sign of ['a', 'b', 'c', 'd']) {
    const sha256 = sign.repeat(64);
    const values = [sha256, `own:${sha256}`, id];
    await runSql(
      databaseUrl,
      "insert into kernel_jars (sha256, kernel, version, bytes, java, url, identity) values ($1, 'own', '1.20.4', 1, 17, '', $2)",
      values.slice(0, 2),
    );
    await runSql(
      databaseUrl,
      "insert into backups (realm_id, origin, state, kernel, kernel_jar, bytes) values ($1, 'MANUAL', 'READY', 'own', $2, 1)",
      [id, sha256],
    );
  }
  const chosen = await putJar(id, 'a.Main');
  await expect(choose(owned, chosen)).rejects.toMatchObject({ code: 'kernel_jars', params: { limit: 4 } });
  for (let times = 0; times < 9; times += 1) await choose(owned, chosen).catch(() => undefined);
  await expect(choose(owned, chosen)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('what its maker gives out is its maker’s, whoever has brought it along before', async () => {
  const { db } = api.app.ctx;
  const { insertJar, findJar } = await import('../src/domains/worlds/kernels/kernel-queries.ts');
  const sha256 = 'e'.repeat(64);
  const row = {
    sha256,
    version: '1.20.4',
    build: null,
    bytes: 1,
    java: 17,
    url: '',
    identity: `own:${sha256}`,
    bukkit: true,
  };
  const made = {
    ...row,
    kernel: 'paper' as const,
    build: '7',
    url: 'https://fill.papermc.io/x',
    identity: `sha256:${sha256}`,
  };
  await insertJar(db, { ...row, kernel: 'own' });
  await insertJar(db, made);
  await insertJar(db, { ...row, kernel: 'own' });
  expect(await findJar(db, sha256)).toMatchObject({ kernel: 'paper', build: '7', identity: made.identity });
});
