import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { blockStates } from '../blocks.ts';
import { chunkBlocks } from '../official-map.ts';
import { endArrival, endTowers, fillEnd } from './end.ts';

const seed = 2026;
const { air, bedrock, end_stone: stone, iron_bars: bars, obsidian } = blockStates;
const made = new Map<string, Uint16Array>();

function chunk(x: number, z: number): Uint16Array {
  const blocks = new Uint16Array(chunkBlocks);
  fillEnd(seed, x, z, blocks);
  return blocks;
}

function at(x: number, y: number, z: number): number {
  const key = `${x >> 4},${z >> 4}`;
  const blocks = made.get(key) ?? chunk(x >> 4, z >> 4);
  made.set(key, blocks);
  return blocks[(y << 8) | ((z & 15) << 4) | (x & 15)] ?? -1;
}

/** The highest block that is not air. */
function topOf(x: number, z: number): number {
  let y = 255;
  while (y >= 0 && at(x, y, z) === air) y -= 1;
  return y;
}

test('the same seed makes the same End for ever', () => {
  const hash = createHash('sha256');
  for (let x = -8; x < 8; x += 1) for (let z = -8; z < 8; z += 1) hash.update(chunk(x, z));
  expect(hash.digest('hex').slice(0, 16)).toBe('1c1ebcdf816ea491');
});

test('ten towers of different heights stand around the fountain, whole across the borders of columns', () => {
  const towers = endTowers(seed);
  expect(towers.map(({ top }) => top).toSorted((a, b) => a - b)).toEqual([76, 79, 82, 85, 88, 91, 94, 97, 100, 103]);
  for (const { x, z, radius, top, isCaged } of towers) {
    expect([at(x, top, z), at(x, top - 1, z), at(x, 62, z)]).toEqual([bedrock, obsidian, obsidian]);
    const sides = [at(x + radius, 70, z), at(x - radius, 70, z), at(x, 70, z + radius), at(x, 70, z - radius)];
    expect(sides).toEqual([obsidian, obsidian, obsidian, obsidian]);
    expect(at(x + 2, top + 1, z) === bars).toBe(isCaged);
  }
  const fountain = topOf(0, 0);
  expect([at(0, fountain, 0), at(0, fountain - 4, 0), at(1, fountain - 4, 0), at(3, fountain - 3, 0)]).toEqual([
    bedrock,
    bedrock,
    bedrock,
    bedrock,
  ]);
  // The dragon keeps the portal closed.
  expect(topOf(1, 0)).toBe(fountain - 4);
});

test('the island can be walked, ends in the void, and there is a floor to arrive on', () => {
  const island = Array.from({ length: 31 * 31 }, (_, i) => [(i % 31) * 4 - 60, Math.floor(i / 31) * 4 - 60] as const);
  const holes = island.filter(([x, z]) => x * x + z * z < 3600 && at(x, 52, z) !== stone && at(x, 52, z) !== obsidian);
  expect(holes).toEqual([]);
  for (let i = 0; i < 12; i += 1) {
    const [x, z] = [Math.round(Math.cos(i) * 300), Math.round(Math.sin(i) * 300)];
    expect(topOf(x, z)).toBe(-1);
  }
  const { x, y, z } = endArrival;
  expect([at(x, y - 1, z), at(x + 2, y - 1, z - 2), at(x, y, z), at(x, y + 1, z)]).toEqual([
    obsidian,
    obsidian,
    air,
    air,
  ]);
  let far = 0;
  for (let i = -40; i < 40; i += 1) for (let j = 0; j < 20; j += 1) if (topOf(1200 + i * 8, j * 16) > 0) far += 1;
  expect(far).toBeGreaterThan(20);
});
