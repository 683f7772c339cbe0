import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddonKind, type AddonOrder, eulaUrl, type RealmAddons } from '@realmkeep/contract';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FakeProject, FakeVersion } from '../../fake-providers/src/modrinth/fake-projects.ts';
import { toPaper } from './insert-jar.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import type { TestApi, TestApiOptions } from './start-test-api.ts';
import { startTestKernels, type TestKernels } from './test-kernels.ts';
import { startJavaApi, startTestModrinth, type TestModrinth } from './test-modrinth.ts';

const lantern = 'LaNt3rn5';
const toolbelt = 'To0lBe1t';
const within = { timeout: 40_000, interval: 25 };
const jar = randomBytes(1000);

let modrinth: TestModrinth;
let makers: TestKernels;
let dataDir: string;
let api: TestApi;
let owner: TestUser;
/** A running realm on Paper 1.20.4. */
let id: string;

const begin = (again?: Pick<TestApiOptions, 'databaseUrl' | 'runtime'>) =>
  startJavaApi({ modrinth, makers, dataDir }, again);

beforeAll(async () => {
  modrinth = await startTestModrinth();
  makers = await startTestKernels({ versions: { '1.16.5': 8, '1.20.4': 17 }, jar: async () => jar });
  dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-addons-'));
  api = await begin();
  owner = await makeUser(api, 'DRAGON');
  id = await paperRealm();
});
beforeEach(() => {
  modrinth.failures = 0;
  modrinth.release();
});
afterAll(async () => {
  modrinth.release();
  await api[Symbol.asyncDispose]();
  await Promise.all([makers[Symbol.asyncDispose](), modrinth[Symbol.asyncDispose]()]);
  await rm(dataDir, { recursive: true, force: true });
});

async function builtinRealm(): Promise<string> {
  const letters = [...randomBytes(6)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
  const realm = await owner.client.realmCreate({ body: realmBody(`Realm ${letters}`, freshAddress()) });
  await untilPhase(owner.client, realm.id, 'READY');
  return realm.id;
}

async function paperRealm(): Promise<string> {
  const realmId = await builtinRealm();
  await api.runtime.place.folders.folder(realmId);
  writeFileSync(join(api.runtime.place.folders.path(realmId), 'world/words'), 'castle');
  const body = { kernel: 'paper', version: '1.20.4', eula: eulaUrl } as const;
  await owner.client.realmKernelChange({ params: { id: realmId }, body });
  const params = { id: realmId };
  const isPaper = async () =>
    expect(await owner.client.realmKernel({ params })).toMatchObject({ kernel: 'paper', change: null });
  await vi.waitFor(isPaper, within);
  await untilPhase(owner.client, realmId, 'READY');
  return realmId;
}

const see = (realmId = id): Promise<RealmAddons> => owner.client.realmAddons({ params: { id: realmId } });
const order = (projectId: string, kind: AddonKind = 'PLUGIN', realmId = id) =>
  owner.client.realmAddonInstall({ params: { id: realmId }, body: { kind, projectId } });
const find = (q = '', kind: AddonKind = 'PLUGIN', realmId = id) =>
  owner.client.realmAddonSearch({ params: { id: realmId }, query: { kind, q } });
const folder = (path = 'plugins', realmId = id) => join(api.runtime.place.folders.path(realmId), path);
const names = (path = 'plugins', realmId = id) => readdirSync(folder(path, realmId)).toSorted();

/** Waits for the end of an order, and returns it. */
async function settled(realmId = id): Promise<AddonOrder> {
  await expect.poll(async () => (await see(realmId)).order?.state, within).not.toBe('RUNNING');
  const { order: last } = await see(realmId);
  if (last === null) throw new Error('nothing was ordered');
  return last;
}

async function install(projectId: string, kind: AddonKind = 'PLUGIN', realmId = id): Promise<AddonOrder> {
  await order(projectId, kind, realmId);
  return settled(realmId);
}

function versionOf(projectId: string, number: string): FakeVersion {
  const version = modrinth.projects.find((one) => one.id === projectId)?.versions.find((one) => one.number === number);
  if (!version) throw new Error('there is no such version');
  return version;
}

/** The entries about add-ons on the activity page. */
async function activity() {
  return (await owner.client.realmActivity({ params: { id }, query: { kind: 'ADDONS' } })).items;
}

async function timesInstalled(what: string): Promise<number> {
  return (await activity()).flatMap(({ items }) => items).filter((item) => item.what === what).length;
}

/** Puts a file into the folder by hand, as an upload would. */
function byHand(name: string, content: Buffer | string, path = 'plugins'): void {
  mkdirSync(folder(path), { recursive: true });
  writeFileSync(join(folder(path), name), content);
}

async function clear(): Promise<void> {
  for (const name of names()) await rm(join(folder(), name), { recursive: true });
}

/** Adds a project with one valid version, apart from the given fields. */
function addProject(projectId: string, more: Partial<FakeVersion>, title = projectId): FakeProject {
  const bytes = randomBytes(500);
  const version: FakeVersion = {
    id: `v${projectId}`,
    number: '1.0',
    type: 'release',
    published: '2025-01-01',
    loaders: ['paper'],
    games: ['1.20.4'],
    filename: `${projectId}.jar`,
    bytes,
    ...more,
  };
  const project = { id: projectId, title, description: 'A project', downloads: 1, versions: [version] };
  modrinth.projects.push(project);
  return project;
}

describe('searching', () => {
  test('shows what fits the server, by words, the most loaded first, and asks Modrinth once', async () => {
    const { items, total } = await find();
    expect(items.map(({ title }) => title).join()).toBe('WorldEdit,Toolbelt,Lantern Light,Quiet Nights,Broken Cart');
    expect(total).toBe(5);
    const { calls } = modrinth;
    expect((await find(' lit at DUSK ')).items).toEqual([
      {
        id: lantern,
        title: 'Lantern Light',
        description: 'Lanterns that are lit at dusk. Needs Toolbelt.',
        author: 'realmkeep',
        downloads: 48_210,
      },
    ]);
    await find(' lit at DUSK ');
    expect(modrinth.calls).toBe(calls + 1);
    expect((await find('', 'DATA_PACK')).items.map(({ title }) => title)).toEqual(['Sky Trees']);
    await expect(find('"]],[["&limit=100')).resolves.toEqual({ items: [], total: 0 });
    expect([...modrinth.userAgents]).toEqual(['Realmkeep (http://realms.localhost)']);
  });

  test('a realm on the built-in server takes nothing', async () => {
    const realmId = await builtinRealm();
    await expect(see(realmId)).resolves.toMatchObject({ kernel: 'sandbox', kinds: [], addons: [], order: null });
    await expect(find('', 'PLUGIN', realmId)).rejects.toMatchObject({ status: 409, code: 'addon_kernel' });
    await expect(order(lantern, 'PLUGIN', realmId)).rejects.toMatchObject({ code: 'addon_kernel' });
  });

  test('what cannot be had is said to be so, and the files are listed by their names', async () => {
    await clear();
    byHand('Mine.jar', randomBytes(100));
    modrinth.failures = Infinity;
    await expect(find('never asked')).rejects.toMatchObject({ status: 503, code: 'addon_unreachable' });
    await expect(order('NeverSeen')).rejects.toMatchObject({ code: 'addon_unreachable' });
    const { recognised, addons } = await see();
    expect([recognised, addons]).toEqual([
      false,
      [{ kind: 'PLUGIN', name: 'Mine.jar', enabled: true, bytes: 100, project: null, version: null, update: null }],
    ]);
    modrinth.failures = 0;
    await expect(see()).resolves.toMatchObject({ recognised: true });
  });
});

describe('an installation', () => {
  test('brings what is needed first, each file by its hash, and asks for a restart', async () => {
    await clear();
    expect((await see()).needsRestart).toBe(false);
    modrinth.hold();
    await expect(order(lantern)).resolves.toMatchObject({ state: 'RUNNING', title: 'Lantern Light', problem: null });
    await modrinth.halfSent();
    expect(names()).toEqual([]);
    modrinth.release();
    await expect(settled()).resolves.toMatchObject({ state: 'DONE', problem: null });
    expect(names()).toEqual(['LanternLight-1.1.0.jar', 'Toolbelt-3.2.jar']);
    const { bytes } = versionOf(lantern, '1.1.0');
    expect(readFileSync(join(folder(), 'LanternLight-1.1.0.jar')).equals(bytes)).toBe(true);
    const { addons, needsRestart } = await see();
    expect(addons).toMatchObject([
      { project: { id: lantern, title: 'Lantern Light' }, version: '1.1.0', update: null, enabled: true },
      { project: { id: toolbelt }, version: '3.2', update: null },
    ]);
    expect(needsRestart).toBe(true);
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'RESTART' } });
    await expect.poll(async () => (await see()).needsRestart, within).toBe(false);
    const items = await activity();
    expect(items[0]?.items.map(({ what }) => what)).toEqual(['Toolbelt 3.2', 'Lantern Light 1.1.0']);
    expect([items[0]?.actor, items[0]?.action]).toEqual([owner.nickname, 'addonInstall']);
  });

  test('what was uploaded by hand is recognised, and updated to the newest release', async () => {
    await clear();
    byHand('lights.jar', versionOf(lantern, '1.0.0').bytes);
    byHand('Toolbelt-3.2.jar.disabled', versionOf(toolbelt, '3.2').bytes);
    byHand('notes.txt', 'no plugin');
    expect((await see()).addons).toMatchObject([
      { name: 'Toolbelt-3.2.jar.disabled', enabled: false, version: '3.2' },
      { name: 'lights.jar', enabled: true, version: '1.0.0', update: '1.1.0' },
    ]);
    await expect(install(lantern)).resolves.toMatchObject({ state: 'DONE' });
    // The add-on it depends on is enabled.
    expect(names()).toEqual(['LanternLight-1.1.0.jar', 'Toolbelt-3.2.jar', 'notes.txt']);
    expect((await activity()).map(({ action }) => action)).toContain('addonUpdate');
  });

  test('one that is off stays off when it is updated; a newer one by hand is left alone', async () => {
    await clear();
    byHand('Toolbelt-3.2.jar', versionOf(toolbelt, '3.2').bytes);
    byHand('LanternLight.jar.disabled', versionOf(lantern, '1.0.0').bytes);
    await expect(install(lantern)).resolves.toMatchObject({ state: 'DONE' });
    expect(names()).toEqual(['LanternLight-1.1.0.jar.disabled', 'Toolbelt-3.2.jar']);
    await clear();
    byHand('LanternLight-2.0.0-beta.jar', versionOf(lantern, '2.0.0-beta').bytes);
    expect((await see()).addons).toMatchObject([{ version: '2.0.0-beta', update: null }]);
    await expect(install(lantern)).resolves.toMatchObject({ state: 'DONE' });
    expect(names()).toEqual(['LanternLight-2.0.0-beta.jar']);
  });

  test.each([
    ['a file that is not the one announced', 'Br0kenCa', { problem: 'DAMAGED', subject: null }],
    ['nothing for this version of the game', '01dBr1dg', { problem: 'NO_VERSION', subject: 'Old Bridge' }],
    ['what clashes with another', 'Qu1etN1t', { problem: 'CONFLICT', subject: 'Lantern Light' }],
    ['a file whose name another has', toolbelt, { problem: 'TAKEN', subject: 'Toolbelt-3.2.jar' }],
  ])('is refused for %s, and leaves everything as it was', async (_, projectId, expected) => {
    await clear();
    byHand('LanternLight.jar', versionOf(lantern, '1.1.0').bytes);
    byHand('Toolbelt-3.2.jar', 'mine');
    await expect(install(projectId)).resolves.toMatchObject({ state: 'FAILED', ...expected });
    expect(names()).toEqual(['LanternLight.jar', 'Toolbelt-3.2.jar']);
    expect(readdirSync(folder('.keeper'))).toEqual([]);
  });

  test('nothing that Modrinth says leads out of the folder, or to more than it announced', async () => {
    await clear();
    addProject('EvilPath', { filename: '../../evil.jar' });
    addProject('EvilHost', { url: 'http://127.0.0.2:1/evil.jar' });
    addProject('EvilSize', { bytes: randomBytes(200), sent: randomBytes(300) });
    addProject('EvilNeed', { requires: ['EvilPath'] }, 'Evil\u202e\u0000 <b>need</b>\n');
    await expect(install('EvilHost')).resolves.toMatchObject({ problem: 'UNREACHABLE' });
    await expect(install('EvilSize')).resolves.toMatchObject({ problem: 'DAMAGED' });
    await expect(install('EvilNeed')).resolves.toMatchObject({ title: 'Evil <b>need</b>', problem: 'NO_VERSION' });
    expect(names()).toEqual([]);
    await expect(order('Nothing1')).rejects.toMatchObject({ status: 404, code: 'addon_unknown' });
    await expect(order('../../etc')).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('goes on after an outage; what has come before another fails is told of', async () => {
    await clear();
    modrinth.failures = 1;
    await expect(install(toolbelt)).resolves.toMatchObject({ state: 'DONE' });
    await clear();
    addProject('Needy', { requires: [toolbelt, 'Br0kenCa'] });
    const before = await timesInstalled('Toolbelt 3.2');
    await expect(install('Needy')).resolves.toMatchObject({ problem: 'DAMAGED' });
    expect(names()).toEqual(['Toolbelt-3.2.jar']);
    await expect(timesInstalled('Toolbelt 3.2')).resolves.toBe(before + 1);
  });

  test('there is one at a time of a realm', async () => {
    await clear();
    modrinth.hold();
    const orders = await Promise.allSettled([order(lantern), order(toolbelt), order(lantern)]);
    const refused = orders.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused).toMatchObject([{ reason: { code: 'addon_installing' } }, { reason: { code: 'addon_installing' } }]);
    const kernel = { kernel: 'vanilla', version: '1.20.4', eula: eulaUrl } as const;
    // Either would move away the folder that is being written to.
    const busy = { code: 'addon_installing' };
    await expect(owner.client.realmKernelChange({ params: { id }, body: kernel })).rejects.toMatchObject(busy);
    const world = { world_name: 'meadow' } as const;
    await expect(owner.client.realmWorldReset({ params: { id }, body: world })).rejects.toMatchObject(busy);
    const body = { kind: 'PLUGIN', name: 'any.jar' } as const;
    await expect(owner.client.realmAddonRemove({ params: { id }, body })).rejects.toMatchObject({
      code: 'addon_installing',
    });
    modrinth.release();
    await settled();
  });

  test('that is cut off leaves no half file, and whoever leads next brings it to its end', async () => {
    await clear();
    modrinth.hold();
    const other = await begin();
    const { place } = other.runtime;
    const person = await makeUser(other, 'DRAGON');
    const realm = await person.client.realmCreate({ body: realmBody('Cut off', freshAddress()) });
    await untilPhase(person.client, realm.id, 'READY');
    await person.client.realmPowerSet({ params: { realmId: realm.id }, body: { power: 'OFF' } });
    await untilPhase(person.client, realm.id, 'OFF');
    await place.folders.folder(realm.id);
    await toPaper(other.config.databaseUrl, realm.id, '1.20.4');
    await person.client.realmAddonInstall({
      params: { id: realm.id },
      body: { kind: 'PLUGIN', projectId: lantern },
    });
    await modrinth.halfSent();
    await other[Symbol.asyncDispose]();
    const path = place.folders.path(realm.id);
    expect(readdirSync(join(path, 'plugins'))).toEqual([]);
    modrinth.release();
    await using next = await begin({
      databaseUrl: other.config.databaseUrl,
      runtime: createFakeRuntime({ place }),
    });
    const client = next.clientWith(person.tokens.token);
    const state = async () => (await client.realmAddons({ params: { id: realm.id } })).order?.state;
    await expect.poll(state, within).toBe('DONE');
    expect(readdirSync(join(path, 'plugins')).toSorted()).toEqual(['LanternLight-1.1.0.jar', 'Toolbelt-3.2.jar']);
  });
});

const turn = (name: string, enabled: boolean) =>
  owner.client.realmAddonSwitch({ params: { id }, body: { kind: 'PLUGIN', name, enabled } });
const remove = (name: string) => owner.client.realmAddonRemove({ params: { id }, body: { kind: 'PLUGIN', name } });

describe('what is there', () => {
  test('is turned off and on, and removed, by a co-owner too', async () => {
    await clear();
    byHand('Mine.jar', 'mine');
    for (const name of ['Mine.jar', 'Mine.jar.disabled']) await turn(name, false);
    expect(names()).toEqual(['Mine.jar.disabled']);
    await turn('Mine.jar.disabled', true);
    expect(names()).toEqual(['Mine.jar']);
    const partner = await makeUser(api);
    await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
    const body = { kind: 'PLUGIN', name: 'Mine.jar' } as const;
    await partner.client.realmAddonRemove({ params: { id }, body });
    expect(names()).toEqual([]);
    await expect(remove('Mine.jar')).rejects.toMatchObject({ code: 'file_unknown' });
    const items = await activity();
    expect(items.slice(0, 3).map(({ action }) => action)).toEqual(['addonRemove', 'addonEnable', 'addonDisable']);
    expect(items[2]?.items).toMatchObject([{ what: 'Mine.jar' }]);
  });

  test('is a file of its kind and nothing else', async () => {
    byHand('Mine.jar', 'mine');
    mkdirSync(join(folder(), 'data.jar'));
    for (const name of ['../world/level.dat', '..', 'config.yml', 'a/b.jar', '../config/x.jar']) {
      await expect(remove(name)).rejects.toMatchObject({ code: 'file_name_invalid' });
      await expect(turn(name, false)).rejects.toMatchObject({ code: 'file_name_invalid' });
    }
    byHand('Mine.jar.disabled', 'another');
    await expect(turn('Mine.jar', false)).rejects.toMatchObject({ code: 'file_exists' });
    expect((await see()).addons.map(({ name }) => name)).toEqual(['Mine.jar', 'Mine.jar.disabled']);
  });

  test('data packs are part of the world, which a running realm does not let go', async () => {
    await expect(order('SkyTree5', 'DATA_PACK')).rejects.toMatchObject({ code: 'file_world_live' });
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    await untilPhase(owner.client, id, 'OFF');
    await expect(install('SkyTree5', 'DATA_PACK')).resolves.toMatchObject({ state: 'DONE' });
    expect(names('world/datapacks')).toEqual(['sky-trees-1.2.zip']);
    expect((await see()).addons.filter(({ kind }) => kind === 'DATA_PACK')).toMatchObject([
      { project: { title: 'Sky Trees' }, version: '1.2' },
    ]);
    expect(existsSync(folder('world/words'))).toBe(true);
  });

  test('more than the plan has room for is not brought', async () => {
    await clear();
    addProject('TooMuch1', { bytes: randomBytes(4000) });
    const big = join(folder('config'), 'big');
    await runSql(api.config.databaseUrl, `update users set tier = 'CHICKEN' where id = $1`, [owner.id]);
    writeFileSync(big, '');
    // Its apparent size counts, whatever is allocated on the disk; after a removal it is counted again.
    truncateSync(big, 1024 ** 3);
    byHand('Mine.jar', 'mine');
    await remove('Mine.jar');
    await expect(install('TooMuch1')).resolves.toMatchObject({ state: 'FAILED', problem: 'QUOTA' });
    expect(names()).toEqual([]);
    await rm(big);
  });
});
