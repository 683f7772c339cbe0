import { createWriteStream } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32, createGzip, deflateRawSync, gzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { ArchiveError, type ArchiveLimits, packZip, readTarGz, readZip, writeEntries } from '../src/index.ts';
import { openFolder } from '@realmkeep/safe-fs';

type Unpack = (archive: FileHandle, into: FileHandle, limits: ArchiveLimits, signal?: AbortSignal) => Promise<void>;
const unpackZip: Unpack = (archive, into, limits, signal) => writeEntries(readZip(archive, limits), into, signal);
const unpackTarGz: Unpack = (archive, into, limits, signal) => writeEntries(readTarGz(archive, limits), into, signal);

const limits: ArchiveLimits = { entries: 20, depth: 4, bytes: 64 * 1024 * 1024, ratio: 100 };
let place: string;
let count = 0;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'realmkeep-archives-'));
});
afterAll(() => rm(place, { recursive: true }));

interface RawEntry {
  name: string | Buffer;
  content?: Buffer;
  /** As it is written in the archive, where that is a lie. */
  packed?: Buffer;
  method?: number;
  flags?: number;
  attributes?: number;
  size?: number;
  sum?: number;
}

/** A zip archive with whatever one wants to have in it. */
function rawZip(entries: RawEntry[]): Buffer {
  const heads: Buffer[] = [];
  const bodies: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string);
    const content = entry.content ?? Buffer.alloc(0);
    const method = entry.method ?? 0;
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? 0x800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(entry.sum ?? crc(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.size ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.attributes ?? 0, 6);
    tail.writeUInt32LE(offset, 10);
    heads.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), common, tail, name);
    const body = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, name, packed]);
    bodies.push(body);
    offset += body.length;
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}

function crc(content: Buffer): number {
  return crc32(content);
}

interface TarEntry {
  name: string;
  type?: 'file' | 'directory' | 'symlink' | 'link' | 'fifo' | 'character-device';
  content?: string;
}

async function tarGz(entries: TarEntry[]): Promise<Buffer> {
  const pack = tar.pack();
  const bytes = buffer(pack.pipe(createGzip()));
  for (const { name, type = 'file', content = '' } of entries) {
    pack.entry({ name, type, ...(type.endsWith('link') ? { linkname: '/etc/passwd' } : {}) }, content);
  }
  pack.finalize();
  return bytes;
}

/** Unpacks into a new folder. @returns where */
async function unpacked(
  archive: Buffer,
  unpack: Unpack = unpackZip,
  own: Partial<ArchiveLimits> = {},
): Promise<string> {
  const path = join(place, String((count += 1)));
  const into = `${path}.d`;
  await writeFile(path, archive);
  await mkdir(into);
  await using file = await open(path);
  await using folder = await openFolder(into);
  await unpack(file, folder, { ...limits, ...own });
  return into;
}

async function refusal(archive: Buffer, unpack?: Unpack, own?: Partial<ArchiveLimits>): Promise<string> {
  const error = await unpacked(archive, unpack, own).then(
    () => 'unpacked',
    (error: unknown) => error,
  );
  if (!(error instanceof ArchiveError)) throw new Error('no refusal', { cause: error });
  return error.code;
}

describe('zip', () => {
  test('files and folders come out as they went in, for nobody else to read', async () => {
    const region = Buffer.alloc(300_000, 'blocks');
    const into = await unpacked(
      rawZip([
        { name: 'мир/' },
        { name: 'мир/region/r.0.0.mca', content: region, method: 8 },
        { name: 'мир/level.dat', content: Buffer.from('level') },
        { name: './beside.txt', content: Buffer.alloc(0) },
      ]),
    );
    expect(await readFile(join(into, 'мир/region/r.0.0.mca'))).toEqual(region);
    expect(await readFile(join(into, 'мир/level.dat'), 'utf8')).toBe('level');
    expect((await stat(join(into, 'beside.txt'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(into, 'мир/region'))).mode & 0o777).toBe(0o700);
  });

  test.each([
    '/etc/passwd',
    '../up',
    'a/../../up',
    'a/..',
    'a//b',
    'a/./b',
    'C:\\a',
    'a\\..\\b',
    'line\nbreak',
    'nul\0',
    'bell\u0007',
    'next\u0085line',
    'para\u2029graph',
    'gnp.\u202eexe',
    'mark\u200fed',
    'no\u200bwidth',
    '\ufeffbegins',
    '',
    'x'.repeat(256),
    Array.from({ length: 6 }, () => 'y'.repeat(200)).join('/'),
    Buffer.from([0x61, 0xff, 0xfe]),
  ])('the name %j is refused', async (name) => {
    expect(await refusal(rawZip([{ name, content: Buffer.from('x') }]))).toBe('name_invalid');
  });

  test.each([
    ['two files', ['a', 'a']],
    ['the same letters written in two ways', ['\u00e9', 'e\u0301']],
    ['a file that is a folder', ['a', 'a/b']],
    ['a folder that is a file', ['a/b', 'a']],
    ['a folder named after a file', ['a', 'a/']],
  ])('%s of one name are refused', async (_what, names) => {
    expect(await refusal(rawZip(names.map((name) => ({ name }))))).toBe('name_twice');
  });

  test('a name is kept as it is written', async () => {
    expect(await readdir(await unpacked(rawZip([{ name: 'e\u0301' }])))).toEqual(['e\u0301']);
  });

  test.each([
    ['a link', 0o120777],
    ['a device', 0o020666],
    ['a pipe', 0o010666],
    ['a socket', 0o140666],
    ['a folder that is named as a file', 0o040755],
  ])('%s is refused', async (_what, mode) => {
    const entry = { name: 'x', content: Buffer.from('/etc/passwd'), attributes: (mode << 16) >>> 0 };
    expect(await refusal(rawZip([entry]))).toBe('kind');
  });

  test('what is encrypted or packed otherwise is refused', async () => {
    expect(await refusal(rawZip([{ name: 'a', flags: 0x801 }]))).toMatch(/locked|damaged/);
    expect(await refusal(rawZip([{ name: 'a', method: 14, packed: Buffer.from('lzma') }]))).toBe('locked');
  });

  test('limits of number, depth and size', async () => {
    const many = rawZip(Array.from({ length: 21 }, (_, i) => ({ name: `f${i}` })));
    expect(await refusal(many)).toBe('entries');
    expect(await refusal(rawZip([{ name: 'a/b/c/d/e' }]))).toBe('depth');
    // Folders count too, though nobody has named them.
    expect(await refusal(rawZip([{ name: 'a/b/c/d' }]), unpackZip, { entries: 3 })).toBe('entries');
    const large = rawZip([{ name: 'a', content: Buffer.alloc(1000, 'z') }]);
    expect(await refusal(large, unpackZip, { bytes: 999 })).toBe('bytes');
  });

  test('a bomb goes off at the ratio, or at its own lie', async () => {
    const zeros = Buffer.alloc(40 * 1024 * 1024);
    expect(await refusal(rawZip([{ name: 'bomb', content: zeros, method: 8 }]))).toBe('ratio');
    expect(await refusal(rawZip([{ name: 'bomb', content: zeros, method: 8, size: 10 }]))).toBe('damaged');
  });

  test('what is damaged is refused, wherever it is', async () => {
    const good = rawZip([{ name: 'a', content: Buffer.from('content') }]);
    expect(await refusal(Buffer.alloc(0))).toBe('damaged');
    expect(await refusal(Buffer.from('MZ no archive'.repeat(100)))).toBe('damaged');
    expect(await refusal(good.subarray(0, -30))).toBe('damaged');
    expect(await refusal(rawZip([{ name: 'a', content: Buffer.from('content'), sum: 1 }]))).toBe('damaged');
    expect(await refusal(rawZip([{ name: 'a', content: Buffer.from('x'), method: 8, packed: Buffer.from('?') }]))).toBe(
      'damaged',
    );
    // Each byte once: a refusal, or the right content.
    for (let at = 0; at < good.length; at += 1) {
      const broken = Buffer.from(good);
      broken.writeUInt8((broken[at] ?? 0) ^ 0x41, at);
      const outcome = await unpacked(broken).catch((error: unknown) => error);
      expect(typeof outcome === 'string' || outcome instanceof ArchiveError).toBe(true);
    }
  });

  test('nothing is written through a link, or over a file', async () => {
    const into = join(place, 'target');
    const outside = join(place, 'outside');
    await mkdir(into);
    await mkdir(outside);
    await symlink(outside, join(into, 'a'));
    await writeFile(join(into, 'b'), 'old');
    await symlink(join(outside, 'new'), join(into, 'c'));
    await using folder = await openFolder(into);
    for (const name of ['a/x', 'b', 'c']) {
      const path = join(place, `link-${name.replace('/', '-')}`);
      await writeFile(path, rawZip([{ name, content: Buffer.from('x') }]));
      await using file = await open(path);
      await expect(unpackZip(file, folder, limits)).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
    }
    expect(await readdir(outside)).toEqual([]);
    expect(await readFile(join(into, 'b'), 'utf8')).toBe('old');
    await expect(openFolder(join(into, 'a'))).rejects.toThrow(/ELOOP|ENOTDIR/);
  });

  test('a signal ends it', async () => {
    const path = join(place, 'signal');
    await writeFile(path, rawZip([{ name: 'a', content: Buffer.from('x') }]));
    await mkdir(`${path}.d`);
    await using file = await open(path);
    await using folder = await openFolder(`${path}.d`);
    await expect(unpackZip(file, folder, limits, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(await readdir(`${path}.d`)).toEqual([]);
  });
});

describe('tar.gz', () => {
  test('files and folders come out as they went in', async () => {
    const archive = await tarGz([
      { name: './', type: 'directory' },
      { name: './world/', type: 'directory' },
      { name: './world/level.dat', content: 'level' },
      { name: `world/${'long'.repeat(40)}`, content: 'long' },
      { name: 'empty' },
    ]);
    const into = await unpacked(archive, unpackTarGz);
    expect(await readFile(join(into, 'world/level.dat'), 'utf8')).toBe('level');
    expect(await readFile(join(into, `world/${'long'.repeat(40)}`), 'utf8')).toBe('long');
    expect(await readdir(into)).toEqual(expect.arrayContaining(['world', 'empty']));
  });

  test.each(['symlink', 'link', 'fifo', 'character-device'] as const)('a %s is refused', async (type) => {
    expect(await refusal(await tarGz([{ name: 'x', type }]), unpackTarGz)).toBe('kind');
  });

  test.each(['/abs', '../up', 'a/../../b', 'line\nbreak', 'back\\slash'])('the name %j is refused', async (name) => {
    expect(await refusal(await tarGz([{ name, content: 'x' }]), unpackTarGz)).toBe('name_invalid');
  });

  test('limits, bombs and damage', async () => {
    expect(await refusal(await tarGz([{ name: 'a' }, { name: 'a' }]), unpackTarGz)).toBe('name_twice');
    expect(await refusal(await tarGz([{ name: 'a/b/c/d/e' }]), unpackTarGz)).toBe('depth');
    const many = await tarGz(Array.from({ length: 21 }, (_, i) => ({ name: `f${i}` })));
    expect(await refusal(many, unpackTarGz)).toBe('entries');
    const bomb = await tarGz([{ name: 'bomb', content: '0'.repeat(40 * 1024 * 1024) }]);
    expect(await refusal(bomb, unpackTarGz)).toBe('ratio');
    const good = await tarGz([{ name: 'a', content: 'content' }]);
    expect(await refusal(good.subarray(0, -20), unpackTarGz)).toBe('damaged');
    expect(await refusal(Buffer.from('no archive'), unpackTarGz)).toBe('damaged');
    expect(await refusal(gzipSync(Buffer.alloc(2048, 'x')), unpackTarGz)).toBe('damaged');
    // A header of its own that says it is 40 MiB long would be kept in memory whole.
    const header = Buffer.alloc(512);
    header.write('pax\0', 0);
    header.write('0000600\0', 100);
    header.write('00230000000\0', 124);
    header.write('x', 156);
    header.write('ustar\u000000', 257);
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const long = gzipSync(Buffer.concat([header, Buffer.alloc(40 * 1024 * 1024, 'a')]));
    expect(await refusal(long, unpackTarGz, { ratio: 1e6 })).toBe('damaged');
  });
});

describe('packing', () => {
  test('what was packed is unpacked again, without links', async () => {
    const from = join(place, 'from');
    await mkdir(join(from, 'inner/empty'), { recursive: true });
    const region = Buffer.from(Array.from({ length: 500_000 }, (_, i) => (i * 7919) % 251));
    await writeFile(join(from, 'inner/region.mca'), region);
    await writeFile(join(from, 'слово.txt'), 'word');
    await symlink('/etc/passwd', join(from, 'link'));
    await using folder = await openFolder(from);
    const path = join(place, 'packed.zip');
    await pipeline(packZip(folder, limits), createWriteStream(path));
    const into = await unpacked(await readFile(path));
    expect(await readFile(join(into, 'inner/region.mca'))).toEqual(region);
    expect(await readFile(join(into, 'слово.txt'), 'utf8')).toBe('word');
    expect((await readdir(into)).sort()).toEqual(['inner', 'слово.txt']);
    expect(await readdir(join(into, 'inner/empty'))).toEqual([]);
  });

  test('its limits hold, and nobody has to read to the end', async () => {
    const from = join(place, 'from-large');
    await mkdir(from);
    await writeFile(join(from, 'a'), Buffer.alloc(500_000, 'a'));
    await writeFile(join(from, 'b'), Buffer.alloc(500_000, 'b'));
    await using folder = await openFolder(from);
    await expect(buffer(packZip(folder, { ...limits, bytes: 600_000 }))).rejects.toMatchObject({ code: 'bytes' });
    await expect(buffer(packZip(folder, { ...limits, entries: 1 }))).rejects.toMatchObject({ code: 'entries' });
    const left = packZip(folder, limits);
    left.destroy();
    await expect(buffer(left)).rejects.toThrow(/./);
    await writeFile(join(from, 'back\\slash'), '');
    await expect(buffer(packZip(folder, limits))).rejects.toMatchObject({ code: 'name_invalid' });
  });

  test('an archive of another program is read', async () => {
    const zip = new yazl.ZipFile();
    const content = new PassThrough();
    zip.addReadStream(content, 'world/level.dat', { compress: true });
    content.end('level');
    zip.end();
    const into = await unpacked(await buffer(zip.outputStream));
    expect(await readFile(join(into, 'world/level.dat'), 'utf8')).toBe('level');
  });
});
