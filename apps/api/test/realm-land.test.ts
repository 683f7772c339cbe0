import { createHash, randomUUID } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { maxFolderEntries } from '@realmkeep/runtime';
import { chunkFile, regionFile } from '@realmkeep/testkit/regions';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freshAddress, makeUser, realmBody, type TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let owner: TestUser;
let made = 0;
beforeAll(async () => {
  api = await startTestApi();
  owner = await makeUser(api, 'DRAGON');
});
afterAll(() => api[Symbol.asyncDispose]());
afterEach(() => {
  vi.useRealTimers();
});

/** Red, green and blue of the game's map colours at the brightness of level land. */
const plain = { grass: [109, 153, 48], sand: [213, 201, 140], stone: [96, 96, 96] };

/** Creates a realm with these files in its world. */
async function realmWith(files: Record<string, string | Buffer>, by = owner): Promise<{ id: string }> {
  made += 1;
  const { id } = await by.client.realmCreate({
    body: realmBody(`Land ${String.fromCharCode(64 + made)}`, freshAddress()),
  });
  for (const [path, content] of Object.entries(files)) await write(id, path, content);
  return { id };
}

async function write(id: string, path: string, content: string | Buffer): Promise<string> {
  await api.runtime.place.folders.folder(id);
  const file = join(api.runtime.place.folders.path(id), 'world', path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, content);
  return file;
}

/** A region whose given chunks, by default the first, consist of one block. */
function regionOf(block: string, chunks = [0]): Buffer {
  const chunk = chunkFile({ 4: () => block }, '1.18');
  return regionFile(new Map(chunks.map((index) => [index, chunk])));
}

const ownOrigin = JSON.stringify({ own: { x: 100, y: 64, z: -600 } });

const tile = (params: { id: string }, x: number, z: number, { client } = owner, side: '512' | '128' = '512') =>
  client.realmLandTile({ params, query: { x, z, side } });

/** The colour of a pixel of a picture with a palette; null where it is transparent. */
function pointOf({ image }: { image: string }, x: number, y: number): number[] | null {
  const png = Buffer.from(image, 'base64');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [side = 0, height = 0] = [0, 4].map((at) => chunks.get('IHDR')?.readUInt32BE(at));
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect(rows).toHaveLength(height * (side + 1));
  const number = rows[y * (side + 1) + 1 + x] ?? 0;
  if (chunks.get('tRNS')?.[number] === 0) return null;
  return [...(chunks.get('PLTE') ?? Buffer.alloc(0)).subarray(number * 3, number * 3 + 3)];
}

test('the regions that are stored are told, the nearest first, and drawn', async () => {
  const params = await realmWith({
    'map.json': ownOrigin,
    'region/r.0.-2.mca': regionOf('grass_block'),
    'region/r.3.4.mca': regionOf('stone'),
    'region/r.0.-1.mca': regionOf(
      'sand',
      Array.from({ length: 1024 }, (_, index) => index),
    ),
    'region/r.0.0.mca.damaged': 'x',
    'region/r.999999.0.mca': 'x',
  });
  const { centre, regions } = await owner.client.realmLand({ params });
  expect(centre).toEqual({ x: 100, z: -600 });
  expect(regions.map(({ x, z }) => [x, z])).toEqual([
    [0, -2],
    [0, -1],
    [3, 4],
  ]);
  const grass = await tile(params, 0, -2);
  expect([pointOf(grass, 0, 0), pointOf(grass, 15, 15), pointOf(grass, 16, 0)]).toEqual([
    plain.grass,
    plain.grass,
    null,
  ]);
  const small = await tile(params, 0, -1, owner, '128');
  expect([pointOf(small, 0, 0), pointOf(small, 127, 127)]).toEqual([plain.sand, plain.sand]);
  expect(small.image.length).toBeLessThan((await tile(params, 0, -1)).image.length);
});

test('on the built-in server there is land to the border, and on others what is stored', async () => {
  const origin = JSON.stringify({ map: 'meadow', seed: 7 });
  const params = await realmWith({ 'map.json': origin, 'region/r.9.9.mca': regionOf('stone') });
  const places = async () => (await owner.client.realmLand({ params })).regions.map(({ x, z }) => `${x} ${z}`);
  // 4000 blocks wide.
  expect(await places()).toHaveLength(8 * 8 + 1);
  expect(await places()).toEqual(expect.arrayContaining(['-4 -4', '3 3', '9 9']));
  expect(pointOf(await tile(params, 2, 2), 0, 0)).toBeNull();
  await runSql(api.config.databaseUrl, `update realms set kernel = 'paper' where id = $1`, [params.id]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect(await places()).toEqual(['9 9']);
});

test('where there are more regions than are listed, those within the border are looked for', async () => {
  const other = await makeUser(api, 'DRAGON');
  const near = { 'map.json': ownOrigin, 'region/r.0.-2.mca': regionOf('grass_block') };
  const params = await realmWith(near, other);
  const far = Array.from({ length: maxFolderEntries }, (_, n) => ({
    name: `r.${100 + (n % 200)}.${Math.floor(n / 200)}.mca`,
    kind: 'file' as const,
    bytes: 0,
    changedAt: 0,
    version: '1',
  }));
  const files = api.runtime.files.bind(api.runtime);
  const spy = vi.spyOn(api.runtime, 'files').mockImplementation((id) => {
    const own = files(id);
    return { ...own, list: async (path) => (path === 'world/region' ? far : own.list(path)) };
  });
  const { regions } = await other.client.realmLand({ params }).finally(() => spy.mockRestore());
  expect(regions[0]).toMatchObject({ x: 0, z: -2 });
  expect(regions).toHaveLength(256);
});

test('a small picture shows what lies around the middle, and is drawn again where that has changed', async () => {
  const by = await makeUser(api, 'DRAGON');
  const params = await realmWith({ 'map.json': ownOrigin, 'region/r.9.9.mca': regionOf('stone') }, by);
  const small = async ({ client } = by) => (await client.realmLandPicture({ params })).image;
  expect(await small()).toBeNull();
  // The middle is 100, -600: in the one region, 16 blocks south of what is west of it in the other.
  await write(params.id, 'region/r.0.-2.mca', regionOf('grass_block', [26 * 32 + 6]));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  const image = (await small()) ?? '';
  expect([pointOf({ image }, 127, 72), pointOf({ image }, 0, 0)]).toEqual([plain.grass, null]);
  expect(await small()).toBe(image);
  const file = await write(params.id, 'region/r.0.-2.mca', regionOf('sand', [26 * 32 + 6]));
  await utimes(file, 1, 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect(pointOf({ image: (await small()) ?? '' }, 127, 72)).toEqual(plain.sand);
  await expect(small(await makeUser(api))).rejects.toMatchObject({ code: 'realm_unknown' });
  const unbegun = await realmWith({}, by);
  expect(await by.client.realmLandPicture({ params: unbegun })).toEqual({ image: null });
});

test('since 26.1 the overworld lies elsewhere', async () => {
  const params = await realmWith({
    'map.json': ownOrigin,
    'dimensions/minecraft/overworld/region/r.1.1.mca': regionOf('stone'),
    'region/r.0.0.mca': regionOf('sand'),
  });
  expect((await owner.client.realmLand({ params })).regions).toMatchObject([{ x: 1, z: 1 }]);
  expect(pointOf(await tile(params, 1, 1), 0, 0)).toEqual(plain.stone);
});

test('a realm that has not run, or whose world says nothing of itself, has no land', async () => {
  const nothing = { centre: { x: 0, z: 0 }, regions: [] };
  for (const origin of [undefined, '{', '{"own":{"x":"0"}}', '[]']) {
    const params = await realmWith(
      origin === undefined ? {} : { 'map.json': origin, 'region/r.0.0.mca': regionOf('stone') },
    );
    expect(await owner.client.realmLand({ params })).toEqual(nothing);
    await expect(tile(params, 0, 0)).rejects.toMatchObject({ code: 'file_unknown' });
  }
});

test('owner and co-owners see it, and nobody else', async () => {
  const [partner, stranger] = [await makeUser(api), await makeUser(api)];
  const params = await realmWith({ 'map.json': ownOrigin, 'region/r.0.0.mca': regionOf('stone') });
  const image = await tile(params, 0, 0);
  await expect(tile(params, 0, 0, partner)).rejects.toMatchObject({ code: 'realm_unknown' });
  await owner.client.realmPartnerAdd({ params, body: { username: partner.nickname } });
  expect(await tile(params, 0, 0, partner)).toEqual(image);
  await expect(stranger.client.realmLand({ params })).rejects.toMatchObject({ code: 'realm_unknown' });
  await expect(tile(params, 0, 0, stranger)).rejects.toMatchObject({ code: 'realm_unknown' });
  await expect(tile({ id: randomUUID() }, 0, 0)).rejects.toMatchObject({ code: 'realm_unknown' });
});

test('a picture is kept until the region changes, and is a minute old at most', async () => {
  const params = await realmWith({ 'map.json': ownOrigin });
  const drawn = async () => pointOf(await tile(params, 0, 0), 0, 0);
  const file = await write(params.id, 'region/r.0.0.mca', regionOf('stone'));
  const at = 1_700_000_000;
  await utimes(file, at, at);
  expect(await drawn()).toEqual(plain.stone);
  // Same size and time, so the same version: it is not drawn again.
  await writeFile(file, regionOf('sand'));
  await utimes(file, at, at);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect(await drawn()).toEqual(plain.stone);
  await utimes(file, at, at + 5);
  expect(await drawn()).toEqual(plain.stone);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await drawn()).toEqual(plain.sand);
});

test('only regions of the world are drawn, and so many in a minute', async () => {
  const user = await makeUser(api);
  const params = await realmWith({ 'map.json': ownOrigin, 'region/r.0.0.mca': regionOf('stone') }, user);
  await expect(tile(params, 5, 5, user)).rejects.toMatchObject({ code: 'file_unknown' });
  await expect(tile(params, 58_595, 0, user)).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(tile(params, 0.5, 0, user)).rejects.toMatchObject({ code: 'invalid_request' });
  const key = createHash('sha256').update(`land:${user.id}`).digest('hex');
  await runSql(api.config.databaseUrl, 'update attempts set count = 599 where key = $1', [key]);
  expect(await tile(params, 0, 0, user)).toBeDefined();
  await expect(tile(params, 0, 0, user)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('pictures of one owner’s realms that take long leave others their turns, whoever asks for them', async () => {
  const slow = await realmWith({ 'map.json': ownOrigin, 'region/r.0.0.mca': regionOf('stone') });
  const others = [await makeUser(api), await makeUser(api)];
  for (const { nickname: username } of others) await owner.client.realmPartnerAdd({ params: slow, body: { username } });
  const neighbour = await makeUser(api, 'DRAGON');
  const quick = await realmWith({ 'map.json': ownOrigin, 'region/r.0.0.mca': regionOf('sand') }, neighbour);
  await Promise.all(['1', '2', '3'].map((x) => write(slow.id, `region/r.${x}.0.mca`, regionOf('stone'))));

  const gate = Promise.withResolvers<void>();
  const files = api.runtime.files.bind(api.runtime);
  api.runtime.files = (id) => {
    const own = files(id);
    if (id !== slow.id) return own;
    return { ...own, drawLand: (region) => gate.promise.then(() => own.drawLand(region)) };
  };
  const asked = [owner, ...others].map((who, n) => tile(slow, n + 1, 0, who));
  await expect(tile(quick, 0, 0, neighbour)).resolves.toMatchObject({ image: expect.any(String) });
  gate.resolve();
  await expect(Promise.all(asked)).resolves.toHaveLength(3);
  api.runtime.files = files;
});
