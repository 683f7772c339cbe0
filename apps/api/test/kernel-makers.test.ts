import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eulaUrl, isChangingKernel, type JavaKernel, javaKernels, type RealmKernel } from '@realmkeep/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { type JarMood, startTestKernels, type TestKernels } from './test-kernels.ts';

/** What the providers of Java servers list and offer for download, each in their own way. */

/** A different jar for each kernel. */
const jars = Object.fromEntries(javaKernels.map((kernel) => [kernel, randomBytes(20_000)])) as Record<
  JavaKernel,
  Buffer
>;
const fileOf = (kernel: JavaKernel) => `${createHash('sha256').update(jars[kernel]).digest('hex')}.jar`;
const versions = { '1.16.5': 8, '1.18.2': 17, '1.20.4': 17, '1.9.4': 8, '26.2': 25 };
const within = { timeout: 40_000, interval: 25 };

let build = '7';
let makers: TestKernels;
let dataDir: string;
let api: TestApi;
const begin = () =>
  startTestApi({
    environment: {
      DATA_DIR: dataDir,
      PUBLIC_URL: 'http://realms.localhost',
      MODRINTH_API: makers.modrinth,
      ...makers.environment,
    },
    findJava: async () => [{ path: '/usr/lib/jvm/java-17/bin/java', major: 17 }],
  });
beforeAll(async () => {
  makers = await startTestKernels({ versions, build: () => build, jar: async (kernel) => jars[kernel] });
  dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-kernel-makers-'));
  api = await begin();
});
beforeEach(() => void Object.assign(makers, { mood: 'whole', garbled: false }));
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await makers[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

async function realmOf(from: TestApi = api): Promise<{ owner: TestUser; id: string }> {
  const owner = await makeUser(from, 'GHAST');
  const { id } = await owner.client.realmCreate({ body: realmBody('Castle', freshAddress()) });
  await untilPhase(owner.client, id, 'READY');
  await from.runtime.place.folders.folder(id);
  return { owner, id };
}

const see = ({ client }: TestUser, id: string) => client.realmKernel({ params: { id } });
const update = ({ client }: TestUser, id: string) => client.realmKernelUpdate({ params: { id } });
const kernelFiles = () => readdir(join(dataDir, 'kernels')).catch(() => []);
const forgetJars = () => rm(join(dataDir, 'kernels'), { recursive: true, force: true });
const power = ({ client }: TestUser, realmId: string, wanted: 'ON' | 'OFF') =>
  client.realmPowerSet({ params: { realmId }, body: { power: wanted } });

/** The change of kernel once it has ended. */
async function changed(user: TestUser, id: string, kernel: JavaKernel, version = '1.20.4'): Promise<RealmKernel> {
  const body = { kernel, version, eula: eulaUrl } as const;
  await user.client.realmKernelChange({ params: { id }, body });
  await expect.poll(async () => isChangingKernel((await see(user, id)).change?.state ?? 'DONE'), within).toBe(false);
  return see(user, id);
}

describe('versions', () => {
  test('are listed by every maker, newest first, from the world’s own on, with the Java that they need', async () => {
    const { owner, id } = await realmOf();
    for (const kernel of javaKernels) {
      await expect(owner.client.realmKernelVersions({ params: { id }, query: { kernel } })).resolves.toEqual({
        versions: [
          { version: '26.2', java: 25, runs: false },
          { version: '1.20.4', java: 17, runs: true },
          { version: '1.18.2', java: 17, runs: true },
          { version: '1.16.5', java: 8, runs: true },
        ],
      });
    }
    expect([...makers.userAgents]).toEqual(['Realmkeep (http://realms.localhost)']);
  });

  test('that cannot be fetched are said to be so, and come when they can', async () => {
    await using other = await begin();
    const { owner, id } = await realmOf(other);
    makers.garbled = true;
    const list = () => owner.client.realmKernelVersions({ params: { id }, query: { kernel: 'paper' } });
    await expect(list()).rejects.toMatchObject({ status: 503, code: 'kernel_unavailable' });
    makers.garbled = false;
    expect((await list()).versions).toHaveLength(4);
    makers.garbled = true;
    expect((await list()).versions).toHaveLength(4);
  });
});

describe('a maker that publishes no SHA-256', () => {
  test('as Purpur’s: what is not of its MD5 is refused', async () => {
    const { owner, id } = await realmOf();
    for (const mood of ['another', 'short', 'cut off', 'missing'] satisfies JarMood[]) {
      makers.mood = mood;
      const failed = { kernel: 'sandbox', change: { state: 'FAILED', problem: 'DOWNLOAD' } };
      expect({ mood, ...(await changed(owner, id, 'purpur')) }).toMatchObject({ mood, ...failed });
      expect({ mood, files: await kernelFiles() }).toEqual({ mood, files: [] });
    }
    await power(owner, id, 'OFF');
  });

  test.each(['purpur', 'fabric'] as const)('has the first that came from it remembered: %s', async (kernel) => {
    await forgetJars();
    const { owner, id } = await realmOf();
    expect(await changed(owner, id, kernel)).toMatchObject({ kernel, change: null });
    await forgetJars();
    makers.mood = 'another';
    const before = makers.downloads;
    api.runtime.crash(id);
    // Two downloads, so that the first has ended.
    await expect.poll(() => makers.downloads - before, within).toBeGreaterThan(1);
    await power(owner, id, 'OFF');
    await untilPhase(owner.client, id, 'OFF');
    expect(await kernelFiles()).toEqual([]);
    makers.mood = 'whole';
    await power(owner, id, 'ON');
    await untilPhase(owner.client, id, 'READY');
    expect(await kernelFiles()).toEqual([fileOf(kernel)]);
    await power(owner, id, 'OFF');
  });
});

describe('a newer build', () => {
  test.each(['paper', 'purpur', 'fabric'] as const)('of %s is shown, done, and can be undone', async (kernel) => {
    const named = (number: string) => (kernel === 'fabric' ? `0.16.${number}` : number);
    build = '7';
    const { owner, id } = await realmOf();
    const before = await changed(owner, id, kernel);
    expect(before).toMatchObject({ kernel, build: named('7'), waysBack: [{ to: { kernel: 'sandbox', build: null } }] });
    const oldFile = fileOf(kernel);
    build = '8';
    jars[kernel] = randomBytes(20_000);
    expect(await update(owner, id)).toEqual({ build: named('8') });
    const after = await changed(owner, id, kernel);
    const way = { to: { kernel, version: '1.20.4', build: named('7') } };
    expect(after).toMatchObject({ build: named('8'), change: null, waysBack: [way, {}] });
    await untilPhase(owner.client, id, 'READY');
    const jar = () => api.runtime.place.realms.get(id)?.spec.java?.jar;
    expect(jar()).toBe(join(dataDir, 'kernels', fileOf(kernel)));
    expect(await update(owner, id)).toEqual({ build: null });
    await expect(changed(owner, id, kernel)).rejects.toMatchObject({ code: 'kernel_same' });

    await owner.client.realmKernelReturn({ params: { id }, body: { changeId: after.waysBack[0]?.changeId ?? '' } });
    await expect.poll(async () => (await see(owner, id)).build, within).toBe(named('7'));
    await untilPhase(owner.client, id, 'READY');
    expect(jar()).toBe(join(dataDir, 'kernels', oldFile));
    expect(await update(owner, id)).toEqual({ build: named('8') });
    const { items } = await owner.client.realmActivity({ params: { id }, query: { kind: 'KERNEL' } });
    expect(items.flatMap(({ items: all }) => all.map(({ what }) => what))).toContain(`${kernel} 1.20.4 ${named('8')}`);
    await power(owner, id, 'OFF');
  });

  test('is of no version that has one alone, nor told where the maker does not answer; strangers see nothing', async () => {
    const { owner, id } = await realmOf();
    expect(await update(owner, id)).toEqual({ build: null });
    await changed(owner, id, 'vanilla', '1.18.2');
    expect(await update(owner, id)).toEqual({ build: null });
    await expect(changed(owner, id, 'vanilla', '1.18.2')).rejects.toMatchObject({ code: 'kernel_same' });
    await expect(update(await makeUser(api), id)).rejects.toMatchObject({ code: 'realm_unknown' });
    await changed(owner, id, 'purpur', '1.18.2');
    makers.garbled = true;
    await expect(update(owner, id)).rejects.toMatchObject({ status: 503, code: 'kernel_unavailable' });
    makers.garbled = false;
    expect(await update(owner, id)).toEqual({ build: null });
    await power(owner, id, 'OFF');
  });
});

test('Fabric takes mods, and no plugins', async () => {
  const { owner, id } = await realmOf();
  await changed(owner, id, 'fabric');
  const params = { id };
  expect(await owner.client.realmAddons({ params })).toMatchObject({ kinds: ['MOD', 'DATA_PACK'] });
  const { items } = await owner.client.realmAddonSearch({ params, query: { kind: 'MOD' } });
  expect(items.map(({ title }) => title)).toEqual(['Swift Carts']);
  const install = (kind: 'MOD' | 'PLUGIN') =>
    owner.client.realmAddonInstall({ params, body: { kind, projectId: items[0]?.id ?? '' } });
  await expect(install('PLUGIN')).rejects.toMatchObject({ code: 'addon_kernel' });
  await install('MOD');
  await expect.poll(async () => (await owner.client.realmAddons({ params })).order?.state, within).toBe('DONE');
  expect(await readdir(join(api.runtime.place.folders.path(id), 'mods'))).toEqual(['swift-carts-2.3.jar']);
  await power(owner, id, 'OFF');
});
