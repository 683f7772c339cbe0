import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packSnapshot, unpackSnapshot } from '../src/index.ts';
import { openFolder } from '@realmkeep/safe-fs';
import { closed } from '@realmkeep/testkit/closed';

const anyBytes = async (): Promise<void> => undefined;
const full = async (): Promise<void> => {
  throw new Error('no room');
};
const limits = { entries: 1000, depth: 16, bytes: 64 * 1024 * 1024 };

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'realmkeep-snapshot-'));
  await mkdir(join(root, 'from/world/region'), { recursive: true });
  await mkdir(join(root, 'into'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function pack(more: Partial<typeof limits> = {}): Promise<Buffer> {
  await using folder = await openFolder(join(root, 'from'));
  const pieces: Buffer[] = [];
  for await (const piece of packSnapshot(folder, { ...limits, ...more }) as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function unpack(archive: Buffer, more: Partial<typeof limits> = {}) {
  await using folder = await openFolder(join(root, 'into'));
  return await unpackSnapshot(inPieces(archive), folder, { ...limits, ...more }, anyBytes);
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

async function* broken(): AsyncGenerator<Buffer> {
  yield (await pack()).subarray(0, 100);
  throw new Error('the line is cut');
}

/** A snapshot made by hand. */
async function forged(files: Record<string, string>, manifest: unknown): Promise<Buffer> {
  const made = tar.pack();
  for (const [name, content] of Object.entries(files)) made.entry({ name }, content);
  if (manifest !== undefined) made.entry({ name: 'manifest.json' }, JSON.stringify(manifest));
  made.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of made) pieces.push(piece as Buffer);
  return zstdCompressSync(Buffer.concat(pieces));
}

const fileOf = (content: string) => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

test('names that only look the same stay two', async () => {
  for (const name of ['\u00e9', 'e\u0301']) await writeFile(join(root, 'from/world', name), name);
  expect(await unpack(await pack())).toMatchObject({ files: 2 });
  expect(await readFile(join(root, 'into/world/e\u0301'), 'utf8')).toBe('e\u0301');
});

test('what is packed comes out as it was, links left out', async () => {
  const region = randomBytes(3 * 1024 * 1024);
  await writeFile(join(root, 'from/world/region/r.0.0.mca'), region);
  await writeFile(join(root, 'from/world/empty'), '');
  await writeFile(join(root, 'from/world/__proto__'), 'a name like any other');
  await mkdir(join(root, 'from/world/playerdata'));
  await symlink('/etc/passwd', join(root, 'from/world/passwd'));
  await expect(unpack(await pack())).resolves.toEqual({ files: 3, bytes: region.length + 21 });
  expect((await readFile(join(root, 'into/world/region/r.0.0.mca'))).equals(region)).toBe(true);
  await expect(readFile(join(root, 'into/world/empty'), 'utf8')).resolves.toBe('');
  await expect(readFile(join(root, 'into/world/__proto__'), 'utf8')).resolves.toBe('a name like any other');
  await expect(readFile(join(root, 'into/world/passwd'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('what no archive may hold for its name is left out, with all in it', async () => {
  const long = `region/${Array<string>(5).fill('n'.repeat(240)).join('/')}`;
  for (const name of ['kept', 'a\\b', 'a\nb', 'back\\slash/inner', `${long}/deep`]) {
    await mkdir(dirname(join(root, 'from/world', name)), { recursive: true });
    await writeFile(join(root, 'from/world', name), 'a');
  }
  await writeFile(Buffer.from(`${join(root, 'from/world')}/\xff`, 'latin1'), 'a');
  expect(await unpack(await pack())).toEqual({ files: 1, bytes: 1 });
  expect(await readdir(join(root, 'into/world'))).toEqual(['kept', 'region']);
});

test('one that is cut short, or has a byte changed, is refused', async () => {
  await writeFile(join(root, 'from/world/region/r.0.0.mca'), randomBytes(300_000));
  const archive = await pack();
  await expect(unpack(archive.subarray(0, archive.length - 700))).rejects.toMatchObject({ code: 'damaged' });
  await rm(join(root, 'into/world'), { recursive: true });
  archive[150_000] = ~(archive[150_000] ?? 0);
  await expect(unpack(archive)).rejects.toMatchObject({ code: 'damaged' });
});

test.each([
  ['without a manifest', { 'world/a': 'a' }, undefined],
  ['with a file that the manifest does not name', { 'world/a': 'a', 'world/b': 'b' }, { 'world/a': fileOf('a') }],
  ['with a file missing', { 'world/a': 'a' }, { 'world/a': fileOf('a'), 'world/b': fileOf('b') }],
  ['with another content', { 'world/a': 'x' }, { 'world/a': fileOf('a') }],
])('one %s is refused', async (_, files, manifest) => {
  const archive = await forged(files, manifest && { version: 1, files: manifest });
  await expect(unpack(archive)).rejects.toMatchObject({ code: 'damaged' });
});

test('one that would leave the folder is refused', async () => {
  const archive = await forged({ '../a': 'a' }, { version: 1, files: { '../a': fileOf('a') } });
  await expect(unpack(archive)).rejects.toMatchObject({ code: 'name_invalid' });
});

test('both ways there is a limit of bytes and of files', async () => {
  await writeFile(join(root, 'from/world/a'), Buffer.alloc(2_000_000));
  await expect(pack({ bytes: 1_000_000 })).rejects.toMatchObject({ code: 'bytes' });
  await expect(pack({ entries: 2 })).rejects.toMatchObject({ code: 'entries' });
  const archive = await pack();
  await expect(unpack(archive, { bytes: 1_000_000 })).rejects.toMatchObject({ code: 'bytes' });
});

test('a fault of what it is read from comes as it is, and a refusal of room', async () => {
  await writeFile(join(root, 'from/world/a'), randomBytes(100_000));
  await using folder = await openFolder(join(root, 'into'));
  await expect(unpackSnapshot(broken(), folder, limits, anyBytes)).rejects.toThrow('the line is cut');
  await expect(unpackSnapshot(inPieces(await pack()), folder, limits, full)).rejects.toThrow('no room');
});

test('whoever reads no further ends it, whatever it is at, and nothing else', async () => {
  for (const name of ['a', 'b', 'c']) await writeFile(join(root, 'from/world', name), randomBytes(400_000));
  for (let turns = 0; turns < 80; turns += 1) {
    await using folder = await openFolder(join(root, 'from'));
    const stream = packSnapshot(folder, limits);
    const ended = closed(stream);
    stream.resume();
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    stream.destroy();
    await expect(ended).resolves.toBeUndefined();
  }
});
