import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RegionFile } from './region-file.ts';

const sector = 4096;
let folder: string;
let path: string;
const held = (): void => undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'region-'));
  path = join(folder, 'r.0.0.mca');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function bytes(length: number, value: number): Buffer {
  return Buffer.alloc(length, value);
}

test('chunks are kept, also when they grow and shrink', async () => {
  const region = new RegionFile(path);
  expect(region.read(0)).toBeNull();
  await region.write(
    new Map([
      [0, bytes(10, 1)],
      [1023, bytes(9000, 2)],
    ]),
    held,
  );
  await region.write(new Map([[0, bytes(20_000, 3)]]), held);
  await region.write(
    new Map([
      [1023, bytes(5, 4)],
      [7, bytes(4091, 5)],
    ]),
    held,
  );
  for (const reader of [region, new RegionFile(path)]) {
    expect(reader.read(0)).toEqual(bytes(20_000, 3));
    expect(reader.read(1023)).toEqual(bytes(5, 4));
    expect(reader.read(7)).toEqual(bytes(4091, 5));
    expect(reader.read(8)).toBeNull();
  }
});

test('a chunk that is written again and again takes no more and more room', async () => {
  const region = new RegionFile(path);
  for (let i = 0; i < 100; i += 1) await region.write(new Map([[3, bytes(5000, i)]]), held);
  expect(statSync(path).size).toBeLessThanOrEqual(8 * sector);
});

test('cut off between any two steps, the old chunk or the new one is there, whole', async () => {
  const region = new RegionFile(path);
  await region.write(new Map([[3, bytes(5000, 1)]]), held);
  const before = readFileSync(path);
  await region.write(new Map([[3, bytes(5000, 2)]]), held);
  const after = readFileSync(path);
  // The data first, in pieces, and the table last.
  for (let cut = sector * 2; cut <= after.length; cut += 512) {
    const torn = Buffer.alloc(after.length);
    before.copy(torn);
    after.copy(torn, sector * 2, sector * 2, cut);
    const tornPath = join(folder, 'torn.mca');
    writeFileSync(tornPath, torn);
    expect(new RegionFile(tornPath).read(3)).toEqual(bytes(5000, 1));
  }
  expect(new RegionFile(path).read(3)).toEqual(bytes(5000, 2));
});

test('nothing is pointed to once the claim is lost between the two steps', async () => {
  const region = new RegionFile(path);
  await region.write(new Map([[3, bytes(100, 1)]]), held);
  let calls = 0;
  const lost = (): void => {
    calls += 1;
    if (calls === 2) throw new Error('lost');
  };
  await expect(region.write(new Map([[3, bytes(100, 2)]]), lost)).rejects.toThrow('lost');
  expect(new RegionFile(path).read(3)).toEqual(bytes(100, 1));
  await region.write(new Map([[3, bytes(100, 3)]]), held);
  expect(new RegionFile(path).read(3)).toEqual(bytes(100, 3));
});

test('a damaged chunk is told of, and the file is kept', async () => {
  const region = new RegionFile(path);
  await region.write(new Map([[3, bytes(100, 1)]]), held);
  const file = readFileSync(path);
  file.fill(0xee, sector * 2, sector * 2 + 8);
  writeFileSync(path, file);
  expect(() => new RegionFile(path).read(3)).toThrow('damaged');
  new RegionFile(path).keepDamaged();
  expect(readFileSync(`${path}.damaged`)).toEqual(file);
});

test('what is too large for the table lies beside the region, as the game has it', async () => {
  const name = join(folder, 'r.-1.2.mca');
  const region = new RegionFile(name);
  const large = randomBytes(1_500_000);
  await region.write(new Map([[33, large]]), held);
  expect(readFileSync(join(folder, 'c.-31.65.mcc'))).toEqual(large);
  expect(readFileSync(name).subarray(2 * sector, 2 * sector + 5)).toEqual(Buffer.from([0, 0, 0, 1, 130]));
  for (const reader of [region, new RegionFile(name)]) expect(reader.read(33)).toEqual(large);
  await region.write(new Map([[33, bytes(10, 1)]]), held);
  expect(new RegionFile(name).read(33)).toEqual(bytes(10, 1));
});
