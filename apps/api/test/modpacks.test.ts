import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eulaUrl, isInstallingModpack, type RealmModpack } from '@realmkeep/contract';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakePack, packFile, packIndex, packVersion } from '../../fake-providers/src/modrinth/fake-packs.ts';
import { type FakeVersion, sandboxProjects } from '../../fake-providers/src/modrinth/fake-projects.ts';
import { freshAddress, makeUser, type TestUser, untilPhase } from './people.ts';
import type { TestApi, TestApiOptions } from './start-test-api.ts';
import { startTestKernels, type TestKernels } from './test-kernels.ts';
import { startJavaApi, startTestModrinth, type TestModrinth } from './test-modrinth.ts';

const within = { timeout: 40_000, interval: 25 };
const meadow = { projectId: 'MeadowEx', versionId: 'MeadowE2' };
let jar = randomBytes(1000);

let modrinth: TestModrinth;
let makers: TestKernels;
let dataDir: string;
let api: TestApi;
let owner: TestUser;

const begin = (again?: Pick<TestApiOptions, 'databaseUrl' | 'runtime'>) =>
  startJavaApi(
    {
      modrinth,
      makers,
      dataDir,
      environment: { MODPACK_HOSTS: new URL(modrinth.url).host.replace('127.0.0.1', 'localhost') },
    },
    again,
  );

beforeAll(async () => {
  modrinth = await startTestModrinth();
  makers = await startTestKernels({ versions: { '1.16.5': 8, '1.20.4': 17, '26.1': 25 }, jar: async () => jar });
  dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-modpacks-'));
  api = await begin();
  owner = await makeUser(api, 'DRAGON');
});
beforeEach(async () => {
  modrinth.failures = 0;
  // Installations per account are limited to so many in ten minutes.
  await runSql(api.config.databaseUrl, "delete from attempts where key like 'modpacks:%'", []);
  modrinth.release();
});
afterAll(async () => {
  modrinth.release();
  await api[Symbol.asyncDispose]();
  await Promise.all([makers[Symbol.asyncDispose](), modrinth[Symbol.asyncDispose]()]);
  await rm(dataDir, { recursive: true, force: true });
});

const freshId = () => randomBytes(4).toString('hex');
function create(
  { projectId, versionId }: typeof meadow,
  { by = owner, eula = eulaUrl }: { by?: TestUser; eula?: typeof eulaUrl | null } = {},
) {
  const word = Buffer.from(randomBytes(8).map((byte) => 97 + (byte % 26))).toString();
  const names = { user_realm_name: `Pack ${word}`, domain_name: freshAddress() };
  return by.client.realmModpackCreate({ body: { projectId, versionId, ...names, eula } });
}

/** Waits for the end of the installation, and returns the realm's modpack. */
async function settled(id: string, { client } = owner): Promise<RealmModpack> {
  const see = () => client.realmModpack({ params: { id } });
  await expect.poll(async () => isInstallingModpack((await see())?.state ?? 'DONE'), within).toBe(false);
  const last = await see();
  if (last === null) throw new Error('it is of no modpack');
  return last;
}

const mod = (number: string): FakeVersion => {
  const all = sandboxProjects.flatMap((project) => (project.id === 'Sw1ftCar' ? project.versions : []));
  const version = all.find((one) => one.number === number);
  if (!version) throw new Error('there is no such mod');
  return version;
};

const beta = (minecraft: string) => ({ minecraft, 'fabric-loader': '0.17.7-beta' });

/** Adds a pack to Modrinth's list. */
function list(pack: Partial<FakePack> | Buffer, more: Partial<FakeVersion> = {}): typeof meadow {
  const [projectId, versionId] = [freshId(), freshId()];
  const sound = { index: (url: string) => packIndex('Test', [packFile(url, mod('2.2'))]), entries: [] };
  const whole = Buffer.isBuffer(pack) ? pack : { ...sound, ...pack };
  const only = [packVersion(versionId, '1.0', '2025-01-01', whole, more)];
  const project = { id: projectId, title: 'Test', description: '', downloads: 1, isPack: true, versions: only };
  modrinth.projects.push(project);
  return { projectId, versionId };
}

const folder = (id: string, path = '', { runtime } = api) => join(runtime.place.folders.path(id), path);
/** All files of a realm except its world's. */
function filesOf(id: string, one = api): string[] {
  return readdirSync(folder(id, '', one), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder(id, '', one).length + 1))
    .filter((path) => !path.startsWith('world/') || path.startsWith('world/datapacks/'))
    .toSorted();
}

async function discard(id: string): Promise<void> {
  await owner.client.realmDelete({ params: { id } });
}

const search = (q = '') => owner.client.modpackSearch({ query: { q } });
const versions = (projectId: string) => owner.client.modpackVersions({ query: { projectId } });

describe('what there is', () => {
  test('without words is for Fabric and for servers; what is looked for by its name tells what it needs', async () => {
    const popular = await search();
    expect(popular.items.map(({ title }) => title)).toEqual(['Meadow Express', 'Cracked Crown']);
    expect((await search('forge')).items).toMatchObject([{ title: 'Halls of the Forge', loaders: ['forge'] }]);
    expect(await search('prettier')).toEqual({ items: [], total: 0 });
    // It is not a mod, and modpacks are not listed among mods.
    expect((await search('swift')).items).toEqual([]);
  });

  test('of a pack every version tells whether it runs here, and why not', async () => {
    const needy = list({}, { games: ['26.1'] });
    const old = list({}, { games: ['1.12.2'] });
    const both = list({}, { games: ['1.16.5', '1.20.4', '23w13a'] });
    expect(await versions('MeadowEx')).toMatchObject({
      title: 'Meadow Express',
      versions: [
        { number: '2.0.0', loaders: ['neoforge'], game: null, problem: 'LOADER' },
        { number: '1.1.0', loaders: ['fabric'], game: '1.16.5', problem: null },
        { number: '1.0.0', problem: null },
      ],
    });
    expect((await versions(needy.projectId)).versions).toMatchObject([{ game: '26.1', problem: 'JAVA' }]);
    expect((await versions(old.projectId)).versions).toMatchObject([{ game: null, problem: 'GAME' }]);
    expect((await versions(both.projectId)).versions).toMatchObject([{ game: '1.20.4', problem: null }]);
    await expect(versions('Nothing1')).rejects.toMatchObject({ status: 404, code: 'addon_unknown' });
  });
});

describe('a realm of a modpack', () => {
  test('begins once all of it is there: its mods for servers, its settings, and its own loader', async () => {
    const { id, live } = await create(meadow);
    expect(live.phase).toBe('QUEUED');
    await expect(settled(id)).resolves.toMatchObject({ state: 'DONE', title: 'Meadow Express', version: '1.1.0' });
    await untilPhase(owner.client, id, 'READY');
    expect(filesOf(id)).toEqual(['config/swift-carts.json', 'mods/swift-carts-2.2.jar']);
    expect(readFileSync(folder(id, 'mods/swift-carts-2.2.jar')).equals(mod('2.2').bytes)).toBe(true);
    // Server overrides replace the others.
    expect(readFileSync(folder(id, 'config/swift-carts.json'), 'utf8')).toBe('{"uphill":true,"server":true}');
    expect((await settled(id)).leftOut).toEqual(['options.txt']);
    const kernel = await owner.client.realmKernel({ params: { id } });
    expect(kernel).toMatchObject({ kernel: 'fabric', version: '1.16.5', build: '0.16.7' });
    const { items } = await owner.client.realmActivity({ params: { id }, query: { kind: 'ADDONS' } });
    expect(items[0]).toMatchObject({ action: 'addonInstall', items: [{ what: 'Meadow Express 1.1.0' }] });
    await discard(id);
  });

  test('has the loader that the pack names, though there is a newer or a stabler one', async () => {
    // Each build of a server is a different file.
    jar = randomBytes(1000);
    const { id } = await create(list({ index: () => packIndex('Beta', [], { dependencies: beta('1.16.5') }) }));
    await expect(settled(id)).resolves.toMatchObject({ state: 'DONE' });
    expect((await owner.client.realmKernel({ params: { id } })).build).toBe('0.17.7-beta');
    await discard(id);
  });

  test('runs the version of the game that its index names, where Modrinth lists several', async () => {
    const pack = list({}, { games: ['1.16.5', '1.20.4'] });
    const realm = await create(pack);
    expect(realm.kernel.version).toBe('1.20.4');
    await settled(realm.id);
    await untilPhase(owner.client, realm.id, 'READY');
    expect(await owner.client.realmKernel({ params: { id: realm.id } })).toMatchObject({ version: '1.16.5' });
    await discard(realm.id);
  });

  test('has mods that its page knows, updates and removes', async () => {
    const { id } = await create(meadow);
    await settled(id);
    const see = () => owner.client.realmAddons({ params: { id } });
    expect((await see()).addons).toMatchObject([
      { project: { id: 'Sw1ftCar', title: 'Swift Carts' }, version: '2.2', update: '2.3', enabled: true },
    ]);
    await untilPhase(owner.client, id, 'READY');
    await owner.client.realmAddonInstall({ params: { id }, body: { kind: 'MOD', projectId: 'Sw1ftCar' } });
    await expect.poll(async () => (await see()).order?.state, within).toBe('DONE');
    expect(readdirSync(folder(id, 'mods'))).toEqual(['swift-carts-2.3.jar']);
    await owner.client.realmAddonRemove({ params: { id }, body: { kind: 'MOD', name: 'swift-carts-2.3.jar' } });
    expect(readdirSync(folder(id, 'mods'))).toEqual([]);
    await discard(id);
  });

  test('gets files in folders, data packs, and what a host of the operator’s has', async () => {
    const { id } = await create(
      list({
        index: (url) => {
          const elsewhere = url.replace('127.0.0.1', 'localhost');
          return packIndex('Folders', [
            packFile(elsewhere, mod('2.2'), { path: 'config/deep/er/2.2.jar' }),
            packFile(url, mod('2.3'), { path: 'world/datapacks/2.3.zip' }),
            packFile(url, mod('2.3'), { path: 'shaderpacks/pretty.zip' }),
          ]);
        },
        entries: [
          { name: 'overrides/config/deep/er/', content: '' },
          { name: 'overrides/config/deep/er/more.txt', content: 'more' },
          { name: 'overrides/config/new/most.txt', content: 'most' },
          { name: 'overrides/world/datapacks/own.zip', content: 'own' },
          { name: 'overrides/world/level.dat', content: 'no world' },
          { name: 'overrides/plugins/none.jar', content: 'no plugin' },
          { name: 'client-overrides/mods/none.jar', content: 'for the client' },
        ],
      }),
    );
    await expect(settled(id)).resolves.toMatchObject({ leftOut: ['plugins', 'shaderpacks', 'world'] });
    expect(filesOf(id)).toEqual([
      'config/deep/er/2.2.jar',
      'config/deep/er/more.txt',
      'config/new/most.txt',
      'world/datapacks/2.3.zip',
      'world/datapacks/own.zip',
    ]);
    await discard(id);
  });

  test.each([
    ['another loader', meadow.projectId, 'MeadowE3', { status: 409, code: 'modpack_loader' }],
    ['a version that is another’s', 'ForgeHal', 'MeadowE2', { code: 'addon_unknown' }],
    ['no pack at all', 'Nothing1', 'Nothing1', { code: 'addon_unknown' }],
  ])('is refused at once for %s', async (_, projectId, versionId, refusal) => {
    await expect(create({ projectId, versionId })).rejects.toMatchObject(refusal);
  });

  test('is refused for a version of the game or of Java that is not here', async () => {
    await expect(create(list({}, { games: ['1.12.2'] }))).rejects.toMatchObject({ code: 'kernel_version' });
    await expect(create(list({}, { games: ['26.1'] }))).rejects.toMatchObject({ code: 'kernel_java' });
  });

  test('is for plans with Fabric, and for who agrees to the licence', async () => {
    await expect(create(meadow, { by: await makeUser(api) })).rejects.toMatchObject({ code: 'kernel_tier' });
    const zombie = await makeUser(api, 'ZOMBIE');
    await expect(create(meadow, { by: zombie, eula: null })).rejects.toMatchObject({ code: 'kernel_eula' });
    const { id } = await create(meadow, { by: zombie });
    await expect(settled(id, zombie)).resolves.toMatchObject({ state: 'DONE' });
    await zombie.client.realmDelete({ params: { id } });
    await expect(create(meadow, { by: zombie, eula: null })).resolves.toMatchObject({ kernel: { kernel: 'fabric' } });
  });
});

/** A pack whose index lists these files. */
const withFiles =
  (files: (file: ReturnType<typeof packFile>) => unknown[], more: object = {}) =>
  (url: string) =>
    packIndex('Hostile', files(packFile(url, mod('2.2'))), more);
const withPath = (path: string) => ({ index: withFiles((file) => [{ ...file, path }]) });
const withEntry = (name: string, mode?: number) => ({
  entries: [{ name, content: '../../../etc', ...(mode === undefined ? {} : { mode }) }],
});

describe('no realm is made of', () => {
  test.each<[string, Partial<FakePack>, Partial<RealmModpack>]>([
    ['a path that leads up', withPath('../../mods/a.jar'), { problem: 'UNSAFE', subject: '../../mods/a.jar' }],
    [
      'files from where nobody allows it',
      { index: withFiles((file) => [{ ...file, downloads: ['http://127.0.0.2:1/a.jar'] }]) },
      { problem: 'HOST', subject: '127.0.0.2:1' },
    ],
    [
      'a file that is not the one named',
      { index: withFiles((file) => [{ ...file, hashes: { ...file.hashes, sha512: 'a'.repeat(128) } }]) },
      { problem: 'DAMAGED', subject: 'mods/swift-carts-2.2.jar' },
    ],
    [
      'a file that is longer than named',
      { index: withFiles((file) => [{ ...file, fileSize: 5 }]) },
      { problem: 'DAMAGED' },
    ],
    [
      'more than the plan has room for',
      { index: withFiles((file) => [{ ...file, fileSize: 64 * 1024 ** 3 }]) },
      { problem: 'QUOTA' },
    ],
    [
      'another loader than Modrinth has told',
      { index: withFiles(() => [], { dependencies: { minecraft: '1.16.5', forge: '36.2.39' } }) },
      { problem: 'LOADER', subject: 'forge' },
    ],
    [
      'a version of the game that is not here',
      { index: withFiles(() => [], { dependencies: { minecraft: '1.12.2', 'fabric-loader': '0.16.7' } }) },
      { problem: 'GAME', subject: '1.12.2' },
    ],
    ['an index that is none', { index: () => 'hello' }, { problem: 'INVALID', subject: 'modrinth.index.json' }],
    ['an archive that leads up', withEntry('overrides/../../a'), { problem: 'UNSAFE' }],
    ['an archive of Windows', withEntry('overrides\\config\\a'), { problem: 'UNSAFE' }],
    ['an archive with a link', withEntry('overrides/config/a', 0o120_777), { problem: 'UNSAFE' }],
    [
      'a file where the realm has a folder',
      { index: withFiles((file) => [{ ...file, path: 'config/a/b.jar' }]), ...withEntry('overrides/config/a') },
      { problem: 'INVALID' },
    ],
  ])('%s', async (_, pack, expected) => {
    const person = await makeUser(api, 'DRAGON');
    const { id } = await create(list(pack), { by: person });
    await expect(settled(id, person)).resolves.toMatchObject({ state: 'FAILED', ...expected });
    await expect(person.client.realmGet({ params: { id } })).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect.poll(() => api.runtime.place.folders.has(id), within).toBe(false);
  });

  test('a pack that is damaged, or no archive', async () => {
    const another = list({}, { sent: Buffer.from('another') });
    await expect(settled((await create(another)).id)).resolves.toMatchObject({ problem: 'DAMAGED' });
    const none = list(Buffer.from('no archive'));
    await expect(settled((await create(none)).id)).resolves.toMatchObject({ problem: 'INVALID' });
  });

  test('a maker that does not answer', async () => {
    makers.mood = 'missing';
    const other = list({ index: () => packIndex('Late', [], { dependencies: beta('1.20.4') }) }, { games: ['1.20.4'] });
    await expect(settled((await create(other)).id)).resolves.toMatchObject({ problem: 'KERNEL' });
    makers.mood = 'whole';
  });

  test('and strangers learn nothing of it', async () => {
    const { id } = await create(list(withPath('../a')));
    await settled(id);
    const stranger = await makeUser(api);
    await expect(stranger.client.realmModpack({ params: { id } })).rejects.toMatchObject({ code: 'realm_unknown' });
  });
});

describe('whoever is killed', () => {
  test('after any step and before it is noted takes it again, to the same end', async () => {
    const { databaseUrl } = api.config;
    // A sequence's number is not returned when its transaction fails.
    await runSql(databaseUrl, 'create sequence replays', []);
    await runSql(
      databaseUrl,
      `create function fail_twice() returns trigger language plpgsql as $$ begin
        if new.state <> old.state and nextval('replays') % 3 <> 0 then raise exception 'killed'; end if;
        return new; end $$`,
      [],
    );
    await runSql(
      databaseUrl,
      'create trigger fail_twice before update on modpack_installs for each row execute function fail_twice()',
      [],
    );
    const { id } = await create(meadow);
    await expect(settled(id)).resolves.toMatchObject({ state: 'DONE', leftOut: ['options.txt'] });
    expect((await runSql(databaseUrl, 'select last_value::int as n from replays', []))[0]).toEqual({ n: 15 });
    await runSql(databaseUrl, 'drop trigger fail_twice on modpack_installs', []);
    expect(filesOf(id)).toEqual(['config/swift-carts.json', 'mods/swift-carts-2.2.jar']);
    expect(readFileSync(folder(id, 'config/swift-carts.json'), 'utf8')).toBe('{"uphill":true,"server":true}');
    await untilPhase(owner.client, id, 'READY');
    await discard(id);
  });

  test('in the midst of a download leaves no half file, and whoever leads next goes on', async () => {
    modrinth.hold();
    const other = await begin();
    const { place } = other.runtime;
    const person = await makeUser(other, 'DRAGON');
    const { id } = await create(meadow, { by: person });
    await modrinth.halfSent();
    await other[Symbol.asyncDispose]();
    expect(filesOf(id, other)).toEqual([]);
    modrinth.release();
    await using next = await begin({
      databaseUrl: other.config.databaseUrl,
      runtime: createFakeRuntime({ place }),
    });
    const client = next.clientWith(person.tokens.token);
    await expect(settled(id, { ...person, client })).resolves.toMatchObject({ state: 'DONE' });
    expect(filesOf(id, next)).toEqual(['config/swift-carts.json', 'mods/swift-carts-2.2.jar']);
  });

  test('finds nothing to do for a realm that is deleted meanwhile, and leaves nothing of it', async () => {
    modrinth.hold();
    const { id } = await create(meadow);
    await modrinth.halfSent();
    await discard(id);
    modrinth.release();
    await expect.poll(() => api.runtime.place.folders.has(id), within).toBe(false);
    const rows = () => runSql(api.config.databaseUrl, 'select id from realms where id = $1', [id]);
    await vi.waitUntil(async () => (await rows()).length === 0, within);
  });

  test('for an outage of Modrinth tries again', async () => {
    const { id } = await create(meadow);
    modrinth.failures = 2;
    await expect(settled(id)).resolves.toMatchObject({ state: 'DONE' });
    await discard(id);
  });
});
