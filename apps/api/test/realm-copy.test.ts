import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyRealm } from '../scripts/installation-copy/realm-copy.ts';
import { NotCopied } from '../scripts/installation-copy/bounded-child.ts';
import { packFolder, packHostile, unpackFolder } from '../scripts/installation-copy/tar.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-copy-'));
});

afterEach(() => rm(folder, { recursive: true }));

const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

test('a realm with more than there is room or time for is left out, and nothing of it stays', async () => {
  const hostile = join(folder, 'hostile');
  await mkdir(hostile);
  await writeFile(join(hostile, 'large'), Buffer.alloc(64 * 1024 ** 2, 'x'));
  const pack = (bytes: number, ms: number) =>
    packHostile(['-C', hostile, '.'], join(folder, 'copy'), { owner, bound: { bytes, ms }, given: null });
  await expect(pack(1024 ** 2, 60_000)).rejects.toThrow(new NotCopied('more than 0.0009765625 GiB'));
  await expect(pack(1024 ** 3, 1)).rejects.toThrow('longer than');
  expect(await readdir(folder)).toEqual(['hostile']);
  expect(await pack(1024 ** 3, 60_000)).toMatchObject({ leftOut: [] });
  // A fault of the copy's disk, such as a full one, is not the realm's fault.
  await expect(pack(1024 ** 3, 60_000)).rejects.toMatchObject({ code: 'EEXIST' });
});

test('what cannot be unpacked is told in a few lines, fit for a terminal', async () => {
  const [many, closed] = [join(folder, 'many'), join(folder, 'closed')];
  await mkdir(many);
  for (let n = 0; n < 1_000; n++) await writeFile(join(many, `${n} ${'\x1b[2J'.repeat(30)}`), '');
  await packFolder(many, ['.'], join(folder, 'copy'), null);
  await mkdir(closed, { mode: 0o555 });
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : owner;
  await chmod(folder, 0o755);
  const fault = (await unpackFolder(join(folder, 'copy'), closed, nobody).catch(String)) ?? '';
  expect(fault).toMatch(/could not be unpacked: .*: Cannot open: Permission denied; .*; and more$/);
  expect(fault).not.toMatch(/\p{C}/u);
  expect(fault.length).toBeLessThan(8_000);
});

test('a realm that has run and whose folder is not there is told, unless its files are on a host', async () => {
  const place = { runtime: createFakeRuntime(), realms: join(folder, 'realms'), folder };
  const leftOut = async (hasBegun: boolean, onHost: boolean) =>
    (await copyRealm(place, { id: randomUUID(), number: 1, hasBegun, onHost })).leftOut;
  expect(await leftOut(true, false)).toEqual(['all of its files: they are not in the data folder']);
  expect(await leftOut(true, true)).toEqual([]);
  expect(await leftOut(false, false)).toEqual([]);
});

test('a world that cannot be copied at one moment is copied as it is, which is told', async () => {
  const runtime = createFakeRuntime();
  const id = randomUUID();
  const realm = runtime.place.folders.path(id);
  await runtime.files(id).list('');
  const deep = join('world', ...Array<string>(40).fill('deeper'));
  await mkdir(join(realm, deep), { recursive: true });
  await writeFile(join(realm, deep, 'kept'), 'kept');
  const place = { runtime, realms: dirname(realm), folder };
  const copy = await copyRealm(place, { id, number: 1, hasBegun: true, onHost: false });
  expect(copy.leftOut).toEqual(['its world is not of one moment: the world has too many folders in folders']);
  const { stdout } = await promisify(execFile)('tar', ['--zstd', '-tf', join(folder, `${id}.files.zst`)]);
  expect(stdout).toContain(`./${deep}/kept`);
  expect((await readdir(realm)).filter((name) => name.startsWith('.world-'))).toEqual([]);
  await runtime.destroy(id);
});
