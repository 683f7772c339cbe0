import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { type ChunkOfTest, chunkFile, type Nbt, nbtFile, regionFile } from '@realmkeep/testkit/regions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { landBytes, landSide } from '../../land.ts';
import { drawRegion } from './draw-region.ts';
import type { MadeLand } from './made-land.ts';

const [grass, sand, stone, water, terracotta] = [1, 2, 11, 12, 37];
const [dark, plain, bright] = [0, 1, 2];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'land-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function drawn(region: Buffer, made: MadeLand | null = null): Promise<Buffer> {
  const path = join(folder, 'r.0.0.mca');
  await writeFile(path, region);
  await using file = await open(path);
  return await drawRegion({ x: 0, z: 0 }, { file, beside: (name) => open(join(folder, name)).catch(() => null) }, made);
}

const colourAt = (picture: Buffer, x: number, z: number): number => (picture[z * landSide + x] ?? 0) >> 2;
const shadeAt = (picture: Buffer, x: number, z: number): number => (picture[z * landSide + x] ?? 0) & 3;

/** Grass at height 64, with a step of sand up in the south, terracotta under glass, and a pool that is a block deep, and seven. */
const land: ChunkOfTest = {
  [-4]: () => 'bedrock',
  3: (index) => {
    const [x, z, y] = [index & 15, (index >> 4) & 15, index >> 8];
    if (x > 7 && z < 4 && y > (z < 2 ? 14 : 8)) return 'water';
    return 'stone';
  },
  4: (index) => {
    const [x, z, y] = [index & 15, (index >> 4) & 15, index >> 8];
    if (x > 7 && z < 4) return 'air';
    if (y === 0) return x === 0 ? 'orange_terracotta' : 'grass_block';
    if (x === 0) return 'glass';
    return z > 7 && y === 1 ? 'sand' : 'air';
  },
  5: () => 'cave_air',
};

test.each(['1.16', '1.18'] as const)('chunks as %s stores them are drawn from above', async (form) => {
  const picture = await drawn(regionFile(new Map([[32 + 1, chunkFile(land, form)]])));
  expect(picture).toHaveLength(landBytes);
  // The chunk is the second to the east and to the south.
  const [colour, shade] = [colourAt, shadeAt].map((of) => (x: number, z: number) => of(picture, 16 + x, 16 + z));
  expect([colour?.(1, 5), shade?.(1, 5)]).toEqual([grass, plain]);
  expect([colour?.(1, 8), shade?.(1, 8), shade?.(1, 9)]).toEqual([sand, bright, plain]);
  expect(colour?.(0, 5)).toBe(terracotta);
  expect([colour?.(8, 0), shade?.(8, 0)]).toEqual([water, bright]);
  expect([colour?.(8, 3), shade?.(8, 3), shade?.(9, 3)]).toEqual([water, dark, plain]);
  expect(picture.filter((pixel) => pixel !== 0)).toHaveLength(256);
});

test('a wall of two hundred kinds of blocks is unpacked as it was packed', async () => {
  const dyes = ['white', 'orange', 'magenta', 'light_blue', 'yellow', 'lime', 'pink', 'gray'];
  const chunk: ChunkOfTest = {
    0: (index) => (index >> 8 === 15 ? `${dyes[index & 7]}_wool` : `mod_block_${index % 200}`),
  };
  const picture = await drawn(regionFile(new Map([[0, chunkFile(chunk, '1.18')]]), (bytes) => [1, gzipSync(bytes)]));
  expect(Array.from({ length: 9 }, (_, x) => colourAt(picture, x, 3))).toEqual([8, 15, 16, 17, 18, 19, 20, 21, 8]);
});

/** `lz4 -12` made it of a chunk whose west is stone, and whose east is sand. */
const packedByLz4 = Buffer.from(
  '8EgKAAADAAtEYXRhVmVyc2lvbgAAD3EIAAZTdGF0dXMADm1pbmVjcmFmdDpmdWxsCQAIc2VjdGlvbnMKAAAAAQoADGJsb2NrX3N0YXRlcwkAB3BhbGV0dGUeAKYC' +
    'CAAETmFtZQAPRQBkc3RvbmUAGQAXDhkA/wdhbmQADAAEZGF0YQAAAQARERERAAAACAD/////////7YAAAQABWQAAAA==',
  'base64',
);

/** @param length of the packed block @param size of the unpacked block */
function lz4Block(token: number, block: Buffer, size: number, length = block.length): Buffer {
  const header = Buffer.alloc(21);
  header.write('LZ4Block');
  header.writeUInt8(token, 8);
  header.writeUInt32LE(length, 9);
  header.writeUInt32LE(size, 13);
  return Buffer.concat([header, block]);
}
const lz4End = lz4Block(0x15, Buffer.alloc(0), 0);
const lz4Region = (...blocks: Buffer[]) =>
  regionFile(new Map([[0, Buffer.alloc(0)]]), () => [4, Buffer.concat([...blocks, lz4End])]);
const westAndEast = (picture: Buffer) => [colourAt(picture, 0, 0), colourAt(picture, 15, 15), colourAt(picture, 16, 0)];

test('chunks are read that are packed by LZ4, and those in files of their own', async () => {
  expect(westAndEast(await drawn(lz4Region(lz4Block(0x25, packedByLz4, 2208))))).toEqual([stone, sand, 0]);
  const chunk = chunkFile({ 0: (index) => ((index & 15) < 8 ? 'stone' : 'sand') }, '1.18');
  const [head, tail] = [chunk.subarray(0, 99), chunk.subarray(99)];
  const stored = lz4Region(lz4Block(0x15, head, 99), lz4Block(0x15, tail, tail.length));
  expect(westAndEast(await drawn(stored))).toEqual([stone, sand, 0]);

  const apart = regionFile(new Map([[1, chunk]]), () => [0x82, Buffer.alloc(0)]);
  expect((await drawn(apart)).some(Boolean)).toBe(false);
  await writeFile(join(folder, 'c.1.0.mcc'), deflateSync(chunk));
  expect(colourAt(await drawn(apart), 31, 15)).toBe(sand);
});

test.each<[string, Buffer]>([
  ['that is cut short', lz4Block(0x25, packedByLz4.subarray(0, 100), 2208)],
  ['longer than the file', lz4Block(0x25, packedByLz4, 2208, 1e9)],
  ['that says to be shorter', lz4Block(0x25, packedByLz4, 2207)],
  ['that says to be longer', lz4Block(0x25, packedByLz4, 2209)],
  ['of two milliard bytes', lz4Block(0x25, packedByLz4, 2 ** 31)],
  ['that repeats what was never there', lz4Block(0x25, Buffer.from('1061ffff', 'hex'), 2208)],
  ['of another magic', Buffer.alloc(21)],
  ['without its header', Buffer.from('LZ4Block')],
])('a block of LZ4 is nothing %s', async (_, block) => {
  expect((await drawn(lz4Region(block))).some(Boolean)).toBe(false);
});

test('what is not stored is as the map makes it, where one does, and what is stored comes before it', async () => {
  const made: MadeLand = {
    names: new Map([[5, 'sand']]),
    fill: (x, z, blocks) => blocks.fill(5, 0, (x + z) % 2 === 0 ? 256 : 0),
  };
  const region = regionFile(new Map([[0, chunkFile({ 0: () => 'stone' }, '1.16')]]));
  const picture = await drawn(region, made);
  expect([colourAt(picture, 0, 0), colourAt(picture, 16, 0), colourAt(picture, 32, 0)]).toEqual([stone, 0, sand]);
  expect(await drawRegion({ x: 0, z: 0 }, null, made)).toHaveLength(landBytes);
  expect((await drawRegion({ x: 0, z: 0 }, null, null)).some(Boolean)).toBe(false);
});

test('a chunk that is not all made is not shown', async () => {
  const picture = await drawn(regionFile(new Map([[0, chunkFile({ 0: () => 'stone' }, '1.18', 'noise')]])));
  expect(picture.some(Boolean)).toBe(false);
});

const sound = chunkFile({ 0: () => 'stone' }, '1.18');
const section: Record<string, Nbt> = {
  Y: { byte: 0 },
  block_states: { compound: { palette: { list: [{ Name: { string: 'stone' } }] } } },
};
const inSection = (states: Record<string, Nbt>): Buffer =>
  inChunk([{ ...section, block_states: { compound: states } }]);
const inChunk = (sections: Record<string, Nbt>[]): Buffer =>
  nbtFile({ DataVersion: { int: 3953 }, Status: { string: 'full' }, sections: { list: sections } });
const two = { list: [{ Name: { string: 'stone' } }, { Name: { string: 'dirt' } }] };
const names = (count: number) => ({ list: Array.from({ length: count }, () => ({})) });

/** A list, array or text with a false length. */
const lying = (tag: string): Buffer => Buffer.concat([Buffer.from(`0a0000${tag}`, 'hex'), Buffer.alloc(64)]);

test.each<[string, Buffer]>([
  ['lists that are 100,000 deep', Buffer.from(`0a000009000161${'0900000001'.repeat(100_000)}`, 'hex')],
  ['compounds that are 100,000 deep', Buffer.from('0a0000'.repeat(100_000), 'hex')],
  ['levels within levels', Buffer.from(`0a0000${'0a00054c6576656c'.repeat(100_000)}`, 'hex')],
  ['a list of two milliard nothings', lying('09000161007fffffff')],
  ['an array of two milliard longs', lying('0c0001617fffffff')],
  ['an array of negative length', lying('0c000161ffffffff')],
  ['a text longer than the file', lying('08000161ffff')],
  ['no such tag', lying('0d000161')],
  ['sections that are numbers', lying('09000873656374696f6e730300000001')],
  ['a palette too long', inSection({ palette: names(4097) })],
  ['blocks that are missing', inSection({ palette: two, data: { longs: [0n] } })],
  ['three hundred sections', inChunk(Array.from({ length: 300 }, () => section))],
  ['nothing', Buffer.alloc(0)],
])('a chunk is left out, and its neighbours are drawn: %s', async (_, chunk) => {
  const picture = await drawn(
    regionFile(
      new Map([
        [0, chunk],
        [1, sound],
      ]),
    ),
  );
  expect([colourAt(picture, 0, 0), colourAt(picture, 16, 0)]).toEqual([0, stone]);
});

test('a number beyond the palette is nothing', async () => {
  const data = { longs: Array.from({ length: 256 }, () => -1n) };
  const picture = await drawn(regionFile(new Map([[0, inSection({ palette: two, data })]])));
  expect(picture.some(Boolean)).toBe(false);
});

test('a table that points anywhere takes no more than the file has', async () => {
  const region = regionFile(new Map([[3, sound]]));
  region.writeUInt32BE(0xffffffff, 0);
  region.writeUInt32BE(1, 4);
  region.writeUInt32BE(0x2ff, 8);
  const picture = await drawn(region);
  expect([0, 16, 32, 48].map((x) => colourAt(picture, x, 0))).toEqual([0, 0, stone, stone]);
  expect((await drawn(region.subarray(0, 100))).some(Boolean)).toBe(false);
  expect((await drawn(Buffer.alloc(0))).some(Boolean)).toBe(false);
});

test('of chunks that unpack to ever so much some are looked at, and none without end', async () => {
  // Of 64 KiB: the table points at the one of them for every chunk.
  const bomb = deflateSync(Buffer.alloc(64 << 20));
  const region = regionFile(new Map([[0, Buffer.alloc(0)]]), () => [2, bomb]);
  for (let index = 0; index < 1023; index += 1) region.writeUInt32BE(region.readUInt32BE(0), index * 4);
  const picture = await drawn(region, { names: new Map([[5, 'sand']]), fill: (_x, _z, blocks) => blocks.fill(5) });
  // The last would be the map's: it is beyond what one region may take.
  expect(colourAt(picture, landSide - 1, landSide - 1)).toBe(0);
});
