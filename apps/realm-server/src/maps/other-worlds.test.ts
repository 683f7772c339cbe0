import { createHash } from 'node:crypto';
import loadData from 'minecraft-data';
import { expect, test } from 'vitest';
import { otherWorldStates as states } from './blocks.ts';
import { exitFloor } from './end/end.ts';
import { chunkBlocks, type OfficialMap } from './official-map.ts';
import { otherWorlds } from './other-worlds.ts';

const { nether, end } = otherWorlds;
const { blocksByName } = loadData('1.16.5');
const seed = 7;
/** Of processor, for a column, where nothing has been compiled yet. */
const mostMs = 15;

function chunk(map: OfficialMap, x: number, z: number, of = seed): Uint16Array {
  const blocks = new Uint16Array(chunkBlocks);
  map.fill(of, x, z, blocks);
  return blocks;
}

const at = (blocks: Uint16Array, x: number, y: number, z: number): number => blocks[(y << 8) | (z << 4) | x] ?? -1;

test('each block is the one of that name in the game', () => {
  for (const [name, state] of Object.entries(states)) {
    const { minStateId = -1, maxStateId = -1 } = blocksByName[name] ?? {};
    expect([name, state >= minStateId && state <= maxStateId]).toEqual([name, true]);
  }
});

/** What is made must never change: worlds are made of it and of what players have changed. */
test.each([
  [nether, '625736c1398cba4d'],
  [end, '96e6f7a047845c39'],
] as const)('$name is always the same, whatever was made before, and in time', (map, fingerprint) => {
  const places = Array.from({ length: 49 }, (_, i) => [(i % 7) - 3, Math.floor(i / 7) - 3] as const);
  const hash = createHash('sha256');
  const began = process.cpuUsage();
  for (const [x, z] of places) hash.update(chunk(map, x, z));
  const { user } = process.cpuUsage(began);
  expect(user / 1000 / places.length).toBeLessThan(mostMs);
  expect(hash.digest('hex').slice(0, 16)).toBe(fingerprint);
  expect(chunk(map, -3, 3)).toEqual(chunk(map, -3, 3));
  expect(chunk(map, 1, 1, 1)).not.toEqual(chunk(map, 1, 1, 2));
});

test('the Nether is closed above and below, has its sea and all that it is made of, far away too', () => {
  const seen = new Set<number>();
  for (let x = 0; x < 24; x += 1) {
    for (let z = 0; z < 24; z += 1) {
      const blocks = chunk(nether, x + (x > 12 ? 1_800_000 : 0), z);
      for (const state of blocks) seen.add(state);
      expect(blocks.subarray(0, 256).every((state) => state === states.bedrock)).toBe(true);
      expect(blocks.subarray(127 << 8, 128 << 8).every((state) => state === states.bedrock)).toBe(true);
      expect(blocks.subarray(128 << 8).every((state) => state === states.air)).toBe(true);
      expect(blocks.subarray(1 << 8, 32 << 8).includes(states.air)).toBe(false);
    }
  }
  for (const name of [
    'netherrack',
    'lava',
    'soul_sand',
    'soul_soil',
    'glowstone',
    'magma_block',
    'fire',
    'nether_quartz_ore',
    'nether_gold_ore',
    'nether_bricks',
    'spawner',
  ] as const) {
    expect([name, seen.has(states[name])]).toEqual([name, true]);
  }
});

test('the End has firm ground where players arrive, a way back in its middle, and nothing far out', () => {
  const { x, y, z } = end.spawn();
  const arrival = chunk(end, x >> 4, z >> 4);
  expect([-1, 0, 1].map((up) => at(arrival, x & 15, y + up, z & 15))).toEqual([
    states.obsidian,
    states.air,
    states.air,
  ]);
  const middle = chunk(end, 0, 0);
  expect([at(middle, 1, exitFloor, 1), at(middle, 1, exitFloor + 1, 1)]).toEqual([states.bedrock, states.end_portal]);
  expect(chunk(end, 12, 0).every((state) => state === states.air)).toBe(true);
});
