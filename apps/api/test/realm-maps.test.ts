import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapsCarryOver } from '../src/domains/maps/map-carry-over.ts';
import { mapSweep } from '../src/domains/maps/map-sweep.ts';
import { StoreError } from '../src/integrations/blobs/blob-store.ts';
import { archiveOf, levelDat, regionFile, worldArchive } from '@realmkeep/testkit/own-worlds';
import { freshAddress, makeUser, type TestUser, untilPhase } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const folderOf = (name = '') => join(api.config.dataDir, 'maps', name);
const archiveName = (blob: unknown) => `${String(blob)}.tar.zst`;
const rowOf = async (id: string) =>
  (await runSql(api.config.databaseUrl, 'select blob from maps where id = $1', [id]))[0] ?? {};
const worldText = (realmId: string, path: string) =>
  readFile(join(api.runtime.place.folders.path(realmId), 'world', path), 'utf8');
/** Uploads in pieces of a mebibyte. @returns the upload's id */
async function uploadWhole({ client }: TestUser, content: Buffer): Promise<string> {
  const purpose = { kind: 'MAP' } as const;
  const { id } = await client.uploadStart({ body: { name: 'world.zip', size: content.length, purpose } });
  const mebibyte = 1024 * 1024;
  for (let offset = 0; offset < content.length; offset += mebibyte) {
    const bytes = new Uint8Array(content.subarray(offset, offset + mebibyte));
    await client.uploadAppend({ params: { id }, query: { offset }, bytes });
  }
  return id;
}

async function makeMap(user: TestUser, archive?: Buffer, name = 'My World') {
  const uploadId = await uploadWhole(user, archive ?? (await worldArchive()));
  return user.client.realmMapCreate({ body: { uploadId, name } });
}

const ownMaps = ({ client }: TestUser) => client.realmMaps({ query: { type: 'COMMUNITY' } });

function realmOf(user: TestUser, map: string, name = 'My Castle') {
  const names = { user_realm_name: name, domain_name: freshAddress() };
  return user.client.realmCreate({ body: { type: 'COMMUNITY', world_name: map, ...names } });
}

describe('a world of one’s own', () => {
  test('is unpacked, kept without what nobody needs, and a realm begins with it', async () => {
    const user = await makeUser(api, 'DRAGON');
    const own = await makeMap(user, undefined, 'Old castle');
    expect(own).toMatchObject({ type: 'COMMUNITY', name: 'Old castle', chunks: 1, bytes: 12_298 });
    await expect(ownMaps(user)).resolves.toEqual([own]);
    // A PNG, no larger than a palette and one byte for each pixel.
    const picture = Buffer.from(own.picture ?? '', 'base64');
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([256, 144]);
    expect(picture.length).toBeLessThan(40_000);
    expect(await readdir(join(api.config.dataDir, 'uploads'))).toEqual([]);
    // Only its archive is left.
    expect(await readdir(folderOf())).toEqual([archiveName((await rowOf(own.map)).blob)]);

    const realm = await realmOf(user, own.map);
    expect(realm).toMatchObject({ map: own.map, type: 'COMMUNITY' });
    await untilPhase(user.client, realm.id, 'READY');
    const folder = api.runtime.place.folders.path(realm.id);
    expect((await readdir(join(folder, 'world'), { recursive: true })).sort()).toEqual([
      'DIM-1',
      'DIM-1/region',
      'DIM-1/region/r.0.0.mca',
      'level.dat',
      'map.json',
      'region',
      'region/r.-1.0.mca',
      'region/r.0.0.mca',
    ]);
    expect(await worldText(realm.id, 'map.json')).toBe(JSON.stringify({ own: { x: 40, y: 80, z: 40 } }));
    expect((await readdir(folder)).filter((name) => name.startsWith('.world'))).toEqual([]);
  });

  test('is good without a picture, where that cannot be drawn', async () => {
    const user = await makeUser(api, 'DRAGON');
    const { runtime } = api;
    const drawPicture = runtime.drawPicture.bind(runtime);
    runtime.drawPicture = async () => Promise.reject(new Error('it took too long'));
    try {
      await expect(makeMap(user)).resolves.toMatchObject({ picture: null });
    } finally {
      runtime.drawPicture = drawPicture;
    }
  });

  test('lies in the archive itself as well as in a folder of it', async () => {
    const user = await makeUser(api, 'DRAGON');
    const archive = await archiveOf({ 'level.dat': levelDat(2529), 'region/r.0.0.mca': regionFile([66, 67], 2529) });
    await expect(makeMap(user, archive)).resolves.toMatchObject({ chunks: 2 });
  });

  test('of a server that has each dimension beside it is one all the same', async () => {
    const user = await makeUser(api, 'DRAGON');
    const { map } = await makeMap(
      user,
      await archiveOf({
        'world/level.dat': levelDat(),
        'world/region/r.0.0.mca': regionFile(),
        'world/DIM-1/region/r.0.0.mca': 'of before',
        'world_nether/level.dat': levelDat(),
        'world_nether/DIM-1/region/r.0.0.mca': 'fortress',
        'world_the_end/level.dat': levelDat(),
        'world_the_end/DIM1/region/r.-1.0.mca': 'dragon',
        'world_the_end/DIM1/data/raids.dat': 'not kept',
      }),
    );
    const { id } = await realmOf(user, map);
    await untilPhase(user.client, id, 'READY');
    expect(await worldText(id, 'DIM-1/region/r.0.0.mca')).toBe('fortress');
    expect(await worldText(id, 'DIM1/region/r.-1.0.mca')).toBe('dragon');
    expect(await readdir(join(api.runtime.place.folders.path(id), 'world/DIM1'))).toEqual(['region']);
  });

  test('belongs to its owner alone, and is gone once deleted, while realms made from it live on', async () => {
    const [user, stranger] = [await makeUser(api, 'DRAGON'), await makeUser(api, 'DRAGON')];
    const { map } = await makeMap(user);
    const unknown = { status: 404, code: 'realm_map_unknown' };
    await expect(ownMaps(stranger)).resolves.toEqual([]);
    await expect(realmOf(stranger, map)).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmMapDelete({ params: { id: map } })).rejects.toMatchObject(unknown);
    const uploadId = await uploadWhole(user, await worldArchive());
    await expect(stranger.client.realmMapCreate({ body: { uploadId, name: 'Taken' } })).rejects.toMatchObject({
      code: 'upload_unknown',
    });

    const realm = await realmOf(user, map);
    const phase = async () => (await user.client.realmGet({ params: { id: realm.id } })).live.phase;
    await untilPhase(user.client, realm.id, 'READY');
    await user.client.realmMapDelete({ params: { id: map } });
    await expect(ownMaps(user)).resolves.toEqual([]);
    await expect(user.client.realmMapDelete({ params: { id: map } })).rejects.toMatchObject(unknown);
    await expect(realmOf(user, map)).rejects.toMatchObject(unknown);
    await expect(phase()).resolves.toBe('READY');
  });

  test('belongs to DRAGON: a lower tier uploads none and makes no realm of those it has, but deletes them', async () => {
    const user = await makeUser(api, 'DRAGON');
    const { map } = await makeMap(user);
    const uploadId = await uploadWhole(user, await worldArchive());
    await runSql(api.config.databaseUrl, "update users set tier = 'GHAST' where id = $1", [user.id]);
    const forbidden = { status: 403, code: 'realm_create_forbidden' };
    await expect(user.client.realmMapCreate({ body: { uploadId, name: 'Late' } })).rejects.toMatchObject(forbidden);
    await expect(realmOf(user, map)).rejects.toMatchObject(forbidden);
    await expect(ownMaps(user)).resolves.toMatchObject([{ map }]);
    await expect(user.client.realmMapDelete({ params: { id: map } })).resolves.toBeNull();
  });

  test('so many are kept, and one upload makes one of them, however many ask at once', async () => {
    const user = await makeUser(api, 'DRAGON');
    const uploadId = await uploadWhole(user, await worldArchive());
    const asked = Array.from({ length: 6 }, () => user.client.realmMapCreate({ body: { uploadId, name: 'Once' } }));
    const made = await Promise.allSettled(asked);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (let more = 0; more < 4; more += 1) await makeMap(user);
    await expect(makeMap(user)).rejects.toMatchObject({ code: 'realm_map_limit', params: { limit: 5 } });
    await expect(ownMaps(user)).resolves.toHaveLength(5);
  });
});

test('the sweep removes worlds an hour after they were deleted, but for those a realm has yet to begin with', async () => {
  const user = await makeUser(api, 'DRAGON');
  const maps = [await makeMap(user), await makeMap(user), await makeMap(user), await makeMap(user)];
  const [kept = '', deleted = '', begins = '', justNow = ''] = maps.map(({ map }) => map);
  const archives = await Promise.all(
    [kept, begins, justNow, deleted].map(async (map) => archiveName((await rowOf(map)).blob)),
  );
  const realm = await realmOf(user, begins);
  await user.client.realmPowerSet({ params: { realmId: realm.id }, body: { power: 'OFF' } });
  await runSql(api.config.databaseUrl, 'update realms set began_at = null where id = $1', [realm.id]);
  for (const name of ['.new-left', 'lost+found']) await mkdir(folderOf(name));
  // As left by processes killed before their row was written.
  for (const name of [archiveName(randomUUID()), `${randomUUID()}.part`]) await writeFile(folderOf(name), 'left');
  for (const map of [deleted, begins, justNow]) await user.client.realmMapDelete({ params: { id: map } });
  const passed = "update maps set deleted_at = now() - interval '61 minutes' where id = any($1::uuid[])";
  await runSql(api.config.databaseUrl, passed, [[deleted, begins]]);
  const anHourAgo = Date.now() / 1000 - 3_660;
  for (const name of await readdir(folderOf())) await utimes(folderOf(name), anHourAgo, anHourAgo);
  await mkdir(folderOf('.new-now'));
  const now = archiveName(randomUUID());
  await writeFile(folderOf(now), 'just written');
  await mapSweep(api.app.ctx);
  const rows = await runSql(api.config.databaseUrl, 'select blob from maps');
  const expected = [...rows.map(({ blob }) => archiveName(blob)), now, '.new-now', 'lost+found'];
  expect((await readdir(folderOf())).toSorted()).toEqual(expected.toSorted());
  expect(expected).toEqual(expect.arrayContaining(archives.slice(0, 3)));
  expect(expected).not.toContain(archives[3]);
  await rm(folderOf(now));
});

test('a folder of earlier versions becomes an archive at once or when a realm begins with it, whatever was killed meanwhile', async () => {
  const user = await makeUser(api, 'DRAGON');
  const [one, other] = [await makeMap(user), await makeMap(user)];
  for (const [name, { map }] of Object.entries({ First: one, Second: other })) {
    const { id } = await realmOf(user, map, name);
    await untilPhase(user.client, id, 'READY');
    // As earlier versions stored it.
    await cp(join(api.runtime.place.folders.path(id), 'world'), folderOf(map), { recursive: true });
    await rm(folderOf(archiveName((await rowOf(map)).blob)));
    await runSql(api.config.databaseUrl, 'update maps set blob = null where id = $1', [map]);
  }
  const begun = await realmOf(user, one.map);
  await untilPhase(user.client, begun.id, 'READY');
  expect(await worldText(begun.id, 'map.json')).toContain('"own"');
  const hours = Date.now() / 1000 - 3_660;
  await utimes(folderOf(other.map), hours, hours);
  await mapSweep(api.app.ctx);
  await mapsCarryOver(api.app.ctx);
  const names = await readdir(folderOf());
  for (const { map } of [one, other]) {
    expect(names).not.toContain(map);
    expect(names).toContain(archiveName((await rowOf(map)).blob));
  }
  // As left by a process killed between the row and the folder, until the sweep.
  await mkdir(folderOf(one.map));
  await utimes(folderOf(one.map), hours, hours);
  await mapSweep(api.app.ctx);
  expect(await readdir(folderOf())).not.toContain(one.map);
});

describe('a realm that begins with a world of one’s own', () => {
  test('keeps the world that it has, though it is not known that it has begun', async () => {
    const user = await makeUser(api, 'DRAGON');
    const { map } = await makeMap(user);
    const realm = await realmOf(user, map);
    await untilPhase(user.client, realm.id, 'READY');
    await user.client.realmPowerSet({ params: { realmId: realm.id }, body: { power: 'OFF' } });
    await untilPhase(user.client, realm.id, 'OFF');
    await writeFile(join(api.runtime.place.folders.path(realm.id), 'world/map.json'), 'built upon');
    await runSql(api.config.databaseUrl, 'update realms set began_at = null where id = $1', [realm.id]);
    await user.client.realmPowerSet({ params: { realmId: realm.id }, body: { power: 'ON' } });
    await untilPhase(user.client, realm.id, 'READY');
    expect(await worldText(realm.id, 'map.json')).toBe('built upon');
  });

  test('begins once the store can be reached, and with what was half unpacked before', async () => {
    const user = await makeUser(api, 'DRAGON');
    const { map } = await makeMap(user);
    const { maps } = api.app.ctx.blobs;
    const get = maps.get.bind(maps);
    const asked = Promise.withResolvers<void>();
    maps.get = async () => {
      asked.resolve();
      throw new StoreError('away', 'the store is away');
    };
    const realm = await realmOf(user, map);
    await asked.promise;
    // As left by a process killed while it unpacks.
    const folder = api.runtime.place.folders.path(realm.id);
    await mkdir(join(folder, `.world-${map}/world`), { recursive: true });
    await writeFile(join(folder, `.world-${map}/world/half`), 'half');
    // What is already in the world's folder makes no world.
    const lock = { params: { id: realm.id }, query: { path: 'world/session.lock' }, bytes: new Uint8Array([9]) };
    await user.client.realmFileSave(lock);
    maps.get = get;
    await runSql(api.config.databaseUrl, 'update realms set next_attempt_at = now() where id = $1', [realm.id]);
    await untilPhase(user.client, realm.id, 'READY');
    expect(await readdir(join(folder, 'world'))).not.toContain('half');
    expect(await worldText(realm.id, 'map.json')).toContain('"own"');
  });
});

/** The archive with an entry renamed to another name of the same length. */
async function renamed(from: string, to: string): Promise<Buffer> {
  const archive = await worldArchive();
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');
}

function world(files: Record<string, Buffer | string>): () => Promise<Buffer> {
  return () => worldArchive(files);
}

describe('what is no such world', () => {
  const refused: [string, () => Buffer | Promise<Buffer>, string][] = [
    ['no archive', () => Buffer.from('MZ no archive'.repeat(50)), 'realm_map_archive'],
    ['an archive cut short', async () => (await worldArchive()).subarray(0, -40), 'realm_map_archive'],
    ['a name that leads out', () => renamed('My World/level.dat', '../../../level.dat'), 'realm_map_archive'],
    ['an archive of something else', () => archiveOf({ 'a/photo.jpg': 'x' }), 'realm_map_world'],
    ['two worlds', world({ 'Other/level.dat': levelDat() }), 'realm_map_world'],
    ['a level.dat that is none', world({ 'My World/level.dat': 'x' }), 'realm_map_world'],
    [
      'nothing at the spawn point',
      world({ 'My World/level.dat': levelDat(2586, { x: 900, y: 65, z: 0 }) }),
      'realm_map_world',
    ],
    ['a newer world', world({ 'My World/level.dat': levelDat(3700) }), 'realm_map_version'],
    ['an older world', world({ 'My World/level.dat': levelDat(2230) }), 'realm_map_version'],
    ['an old chunk', world({ 'My World/region/r.1.0.mca': regionFile([0], 1976) }), 'realm_map_version'],
    ['a region cut short', world({ 'My World/region/r.1.0.mca': regionFile().subarray(0, 8000) }), 'realm_map_archive'],
    [
      'a chunk that is not there',
      world({ 'My World/region/r.1.0.mca': regionFile().subarray(0, 8192) }),
      'realm_map_archive',
    ],
  ];

  test.each(refused)('%s is refused', async (_what, archive, code) => {
    const user = await makeUser(api, 'DRAGON');
    await expect(makeMap(user, await archive())).rejects.toMatchObject({ status: 400, code });
    await expect(ownMaps(user)).resolves.toEqual([]);
  });

  test('a version is told by its name', async () => {
    const user = await makeUser(api, 'DRAGON');
    const archive = await worldArchive({ 'My World/level.dat': levelDat(3700) });
    await expect(makeMap(user, archive)).rejects.toMatchObject({ params: { version: '1.20.4' } });
  });

  test('nothing of it is left lying, and its upload can be cancelled', async () => {
    const user = await makeUser(api, 'DRAGON');
    const before = await readdir(folderOf());
    const uploadId = await uploadWhole(
      user,
      await worldArchive({ 'My World/region/r.1.0.mca': regionFile([0], 1976) }),
    );
    await expect(user.client.realmMapCreate({ body: { uploadId, name: 'Old' } })).rejects.toMatchObject({
      status: 400,
    });
    expect(await readdir(folderOf())).toEqual(before);
    await user.client.uploadCancel({ params: { id: uploadId } });
  });

  test('an upload that is not whole makes no world', async () => {
    const user = await makeUser(api, 'DRAGON');
    const purpose = { kind: 'MAP' } as const;
    const { id } = await user.client.uploadStart({ body: { name: 'a.zip', size: 10, purpose } });
    await expect(user.client.realmMapCreate({ body: { uploadId: id, name: 'Half' } })).rejects.toMatchObject({
      status: 409,
      code: 'upload_incomplete',
    });
  });
});
