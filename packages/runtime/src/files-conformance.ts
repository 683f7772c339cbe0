import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FilesQuota, WriteOptions } from './files.ts';
import { landBytes, pictureBytes, pictureSize } from './land.ts';
import type { ObservedState, RealmRuntime } from './runtime.ts';

const quota: FilesQuota = { bytes: 1024 * 1024, files: 400 };
const anything: WriteOptions = { quota, replaces: 'anything' };

/** What a suite of a driver has to give to that of its files. */
export interface FilesConformance {
  runtime: () => RealmRuntime;
  /** A realm that runs. */
  readyRealm: () => Promise<ObservedState>;
}

export interface RunningFilesConformance {
  runtime: () => RealmRuntime;
  /** A realm that nothing else stops. */
  realmId: () => string;
}

/** The number of stone's colour and of the shade of level land. */
const stone = 11 * 4 + 1;
/** A chunk of 1.21.1 with a section of stone, compressed. */
const chunkOfStone =
  'eJxFzLEKwjAQgOE/KNpGse/j7OwiCE5yhisE06T2ru8vuDh/8EXYcLiIy10Xy63C8OnY3Vx8NU5TrpoWGf08rqX0dKbJc6sWgRA5vkpL76e5uFrPfpai7vrTju1VJmX4J+atKgTCA/gCSDog9A==';

/** A region file with this as its first chunk. */
function regionOf(chunk: string): Buffer {
  const file = Buffer.alloc(3 * 4096);
  const data = Buffer.from(chunk, 'base64');
  file.writeUInt32BE((2 << 8) | 1, 0);
  file.writeUInt32BE(data.length + 1, 2 * 4096);
  file.writeUInt8(2, 2 * 4096 + 4);
  data.copy(file, 2 * 4096 + 5);
  return file;
}

function content(words: string): Readable {
  return Readable.from([Buffer.from(words)]);
}

const hostileNames = ['', '.', '..', 'a\0b', 'a\nb', '\u0085', 'x\\y', 'n'.repeat(256), '\ud800'];

/** The behaviour of the files of every driver. */
export function testFiles({ runtime, readyRealm }: FilesConformance): void {
  test('a realm that is absent has no files', async () => {
    await expect(runtime().files(crypto.randomUUID()).list('')).rejects.toMatchObject({ code: 'absent' });
  });

  test('files are written, listed, read, moved and removed, while the realm runs and when it does not', async () => {
    const { realmId } = await readyRealm();
    const files = runtime().files(realmId);
    for (const running of [true, false]) {
      if (!running) await runtime().stop(realmId, 20_000);
      const root = (await files.list('')).map(({ name }) => name).toSorted();
      expect(root).toEqual(['config', 'kernel', 'logs', 'mods', 'plugins', 'world']);
      await files.makeFolder('config/deep', quota);
      const entry = await files.write('config/deep/a b ü.txt', content('first words'), anything);
      expect(entry).toMatchObject({ name: 'a b ü.txt', kind: 'file', bytes: 11 });
      expect(await files.stat('config/deep/a b ü.txt')).toEqual(entry);
      expect(await files.list('config/deep')).toEqual([entry]);
      const whole = await files.read('config/deep/a b ü.txt');
      expect(whole.entry).toEqual(entry);
      expect(await text(whole.content)).toBe('first words');
      expect(await files.hash('config/deep/a b ü.txt')).toBe(createHash('sha512').update('first words').digest('hex'));
      await expect(files.hash('config/deep')).rejects.toMatchObject({ code: 'not_a_file' });
      const part = await files.read('config/deep/a b ü.txt', { start: 6, length: 3 });
      expect(await text(part.content)).toBe('wor');
      await files.move('config/deep', 'plugins/deep');
      await expect(files.stat('config/deep')).rejects.toMatchObject({ code: 'not_found' });
      await expect(files.move('plugins/deep', 'plugins/deep/inner')).rejects.toMatchObject({ code: 'name_invalid' });
      await files.remove('plugins/deep');
      expect(await files.list('plugins')).toEqual([]);
    }
  });

  test('the world of a running realm is read only, and that of a stopped one is not', async () => {
    const { realmId } = await readyRealm();
    const files = runtime().files(realmId);
    const refused = { code: 'realm_running' };
    await files.list('world');
    await expect(files.write('world/x', content('x'), anything)).rejects.toMatchObject(refused);
    await expect(files.makeFolder('world/x', quota)).rejects.toMatchObject(refused);
    await expect(files.remove('world/x')).rejects.toMatchObject(refused);
    await expect(files.move('world/x', 'config/x')).rejects.toMatchObject(refused);
    await runtime().stop(realmId, 20_000);
    await files.write('world/x', content('x'), anything);
    expect((await files.stat('world/x')).bytes).toBe(1);
  });

  test('what runs the realm is neither seen nor touched, and no name leads out', async () => {
    const { realmId } = await readyRealm();
    await runtime().stop(realmId, 20_000);
    const files = runtime().files(realmId);
    for (const path of ['spec.json', 'control.json', '.keeper', '.keeper/x', 'world/lease']) {
      await expect(files.read(path)).rejects.toMatchObject({ code: 'not_found' });
      await expect(files.write(path, content('x'), anything)).rejects.toMatchObject({ code: 'reserved' });
      await expect(files.remove(path)).rejects.toMatchObject({ code: 'reserved' });
    }
    await expect(files.remove('world')).rejects.toMatchObject({ code: 'reserved' });
    await expect(files.move('world', 'config/world')).rejects.toMatchObject({ code: 'reserved' });
    for (const name of hostileNames) {
      const path = `config/${name}/x`;
      await expect(files.read(path)).rejects.toMatchObject({ code: 'name_invalid' });
      await expect(files.write(path, content('x'), anything)).rejects.toMatchObject({ code: 'name_invalid' });
      await expect(files.list(`config/${name}`)).rejects.toMatchObject({ code: 'name_invalid' });
    }
    await expect(files.list('/etc')).rejects.toMatchObject({ code: 'name_invalid' });
  });

  test('the land is drawn from its regions, and where there is none there is nothing', async () => {
    const { realmId } = await readyRealm();
    const files = runtime().files(realmId);
    const place = { x: 7, z: -7, made: false };
    expect(await files.drawLand(place)).toEqual(Buffer.alloc(landBytes));
    await runtime().stop(realmId, 20_000);
    const region = regionOf(chunkOfStone);
    if (!(await files.list('world')).some(({ name }) => name === 'region'))
      await files.makeFolder('world/region', quota);
    await files.write('world/region/r.7.-7.mca', Readable.from([region]), anything);
    const picture = await files.drawLand(place);
    expect([picture.length, picture[0], picture[15], picture[16]]).toEqual([landBytes, stone, stone, 0]);
    const around = { x: 7 * 512 + 100, z: -7 * 512 + 60 };
    const small = await files.drawPicture({ ...around, made: false });
    // The chunk is 100 blocks west and 60 north of the middle.
    const at = 12 * pictureSize.width + 28;
    expect([small.length, small[at], small[at + 15], small[at + 16]]).toEqual([pictureBytes, stone, stone, 0]);
    const copy = join(await mkdtemp(join(tmpdir(), 'realmkeep-region-')), 'r.mca');
    await writeFile(copy, region);
    await using given = await open(copy);
    await rm(dirname(copy), { recursive: true });
    expect(await runtime().drawPicture(around, [{ x: 7, z: -7, fd: given.fd }])).toEqual(small);
    expect(await runtime().drawPicture(around, [])).toEqual(Buffer.alloc(pictureBytes));
    await files.write('world/region/r.7.-7.mca', content('no region'), anything);
    expect(await files.drawLand(place)).toEqual(Buffer.alloc(landBytes));
  });
}

/** The same for a realm that runs all along: each test begins with empty folders. */
export function testFilesOfRunningRealm({ runtime, realmId }: RunningFilesConformance): void {
  describe('its files', () => {
    beforeEach(async () => {
      const files = runtime().files(realmId());
      for (const folder of ['config', 'kernel', 'plugins']) {
        for (const { name } of await files.list(folder)) await files.remove(`${folder}/${name}`);
      }
    });

    test('a jar is known by its hash, where it begins, and the version of the game that it names', async () => {
      const files = runtime().files(realmId());
      const work = { quota, signal: new AbortController().signal, onProgress: () => undefined };
      await files.makeFolder('config/META-INF', quota);
      const manifest = 'Manifest-Version: 1.0\r\nMain-Class: org.bukkit.craft\r\n bukkit.Main\r\n';
      await files.write('config/META-INF/MANIFEST.MF', content(manifest), anything);
      await files.write('config/version.json', content('{\n "id": "1.20.4", "java_version": 17}'), anything);
      await files.archive('config', ['META-INF', 'version.json'], 'kernel/own.jar', work);
      const sha256 = createHash('sha256')
        .update(await buffer((await files.read('kernel/own.jar')).content))
        .digest('hex');
      const mainClass = 'org.bukkit.craftbukkit.Main';
      expect(await files.jar('kernel/own.jar')).toEqual({ sha256, mainClass, version: '1.20.4' });
      await files.archive('config', ['version.json'], 'kernel/none.jar', work);
      expect(await files.jar('kernel/none.jar')).toMatchObject({ mainClass: null, version: '1.20.4' });
      await files.write('config/none.jar', content('no archive'), anything);
      await expect(files.jar('config/none.jar')).rejects.toMatchObject({ code: 'archive_unreadable' });
      await expect(files.jar('kernel')).rejects.toMatchObject({ code: 'not_a_file' });
    });

    test('a file is replaced only as it was seen, and never half', async () => {
      const files = runtime().files(realmId());
      const seen = await files.write('config/a', content('one'), { quota, replaces: 'nothing' });
      await expect(files.write('config/a', content('two'), { quota, replaces: 'nothing' })).rejects.toMatchObject({
        code: 'exists',
      });
      const { version } = await files.write('config/a', content('two'), { quota, replaces: seen });
      expect(version).not.toBe(seen.version);
      await expect(files.write('config/a', content('three'), { quota, replaces: seen })).rejects.toMatchObject({
        code: 'changed',
      });
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('cut off');
        })(),
      );
      await expect(files.write('config/a', broken, anything)).rejects.toThrow('cut off');
      expect(await text((await files.read('config/a')).content)).toBe('two');
      await files.makeFolder('config/folder', quota);
      await expect(files.write('config/folder', content('x'), anything)).rejects.toMatchObject({ code: 'exists' });
      await expect(files.read('config/folder')).rejects.toMatchObject({ code: 'not_a_file' });
      await expect(files.list('config/a')).rejects.toMatchObject({ code: 'not_a_folder' });
    });

    test('a file takes the place of another in one step where that is asked for, and nothing else does', async () => {
      const files = runtime().files(realmId());
      await files.write('config/old', content('the old words'), anything);
      await files.write('config/new', content('new'), anything);
      await files.makeFolder('config/folder', quota);
      const before = await files.usage();
      await expect(files.move('config/new', 'config/old')).rejects.toMatchObject({ code: 'exists' });
      expect(await files.move('config/new', 'config/old', true)).toMatchObject({ name: 'old', bytes: 3 });
      expect(await text((await files.read('config/old')).content)).toBe('new');
      const after = await files.usage();
      expect([before.files - after.files, before.bytes - after.bytes]).toEqual([1, 13]);
      expect(await files.move('config/old', 'config/old', true)).toMatchObject({ name: 'old' });
      expect(await files.usage()).toEqual(after);
      for (const [from, to] of [
        ['config/old', 'config/folder'],
        ['config/folder', 'config/old'],
      ] as const) {
        await expect(files.move(from, to, true)).rejects.toMatchObject({ code: 'exists' });
      }
      await expect(files.move('config/old', 'world/x', true)).rejects.toMatchObject({ code: 'realm_running' });
    });

    test('when a file was changed can be set, at its writing and later', async () => {
      const files = runtime().files(realmId());
      const [first, second] = [Date.UTC(2020, 1, 2, 3, 4, 5), Date.UTC(2021, 1, 2, 3, 4, 5)];
      const written = await files.write('config/dated', content('x'), { ...anything, changedAt: first });
      expect(written.changedAt).toBe(first);
      const set = await files.setTime('config/dated', second);
      expect(set).toMatchObject({ name: 'dated', changedAt: second });
      expect(set.version).not.toBe(written.version);
      expect(await files.stat('config/dated')).toEqual(set);
      await files.makeFolder('config/folder', quota);
      expect(await files.setTime('config/folder', first)).toMatchObject({ kind: 'folder', changedAt: first });
      await expect(files.setTime('config/none', first)).rejects.toMatchObject({ code: 'not_found' });
      await expect(files.setTime('world/x', first)).rejects.toMatchObject({ code: 'realm_running' });
      await expect(files.setTime('config', first)).rejects.toMatchObject({ code: 'reserved' });
    });

    test('entries become an archive and come out of it, whole or not at all', async () => {
      const files = runtime().files(realmId());
      const work = { quota, signal: new AbortController().signal, onProgress: () => undefined };
      await files.makeFolder('config/deep', quota);
      await files.write('config/deep/a', content('first words'), anything);
      await files.write('config/b', content('other words'), anything);
      const packed = await files.archive('config', ['deep'], 'config/all.zip', work);
      expect(packed).toMatchObject({ name: 'all.zip', kind: 'file' });
      expect(await files.extract('config/all.zip', 'plugins/all', work)).toMatchObject({ name: 'all', kind: 'folder' });
      expect(await text((await files.read('plugins/all/deep/a')).content)).toBe('first words');
      expect(await files.list('plugins/all')).toHaveLength(1);
      const exists = { code: 'exists' };
      await expect(files.archive('config', ['b'], 'config/all.zip', work)).rejects.toMatchObject(exists);
      await expect(files.extract('config/all.zip', 'plugins/all', work)).rejects.toMatchObject(exists);
      await expect(files.archive('config', ['gone'], 'config/c.zip', work)).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(files.archive('', ['world'], 'config/c.zip', work)).rejects.toMatchObject({ code: 'name_invalid' });
      await expect(files.extract('config/all.zip', 'world/all', work)).rejects.toMatchObject({ code: 'realm_running' });
      await expect(files.archive('config', ['b'], 'world/c.zip', work)).rejects.toMatchObject({
        code: 'realm_running',
      });
      await expect(files.extract('config/b', 'config/c', work)).rejects.toMatchObject({ code: 'archive_unreadable' });
      const full = { ...work, quota: { ...quota, bytes: (await files.usage()).bytes + 1 } };
      await expect(files.extract('config/all.zip', 'config/c', full)).rejects.toMatchObject({ code: 'over_quota' });
      const signal = AbortSignal.abort(new Error('not wanted'));
      await expect(files.extract('config/all.zip', 'config/c', { ...work, signal })).rejects.toThrow('not wanted');
      expect((await files.list('config')).map(({ name }) => name).toSorted()).toEqual(['all.zip', 'b', 'deep']);
    });

    test('what is over the quota is refused and leaves nothing', async () => {
      const files = runtime().files(realmId());
      const before = await files.usage();
      const small = { bytes: before.bytes + 100_000, files: before.files + 2 };
      const big = Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(1024, 'x')));
      await expect(files.write('config/big', big, { quota: small, replaces: 'anything' })).rejects.toMatchObject({
        code: 'over_quota',
      });
      expect(await files.list('config')).toEqual([]);
      await files.makeFolder('config/1', small);
      await files.makeFolder('config/2', small);
      await expect(files.makeFolder('config/3', small)).rejects.toMatchObject({ code: 'over_quota' });
    });
  });
}
