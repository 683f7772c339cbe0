import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import loadData from 'minecraft-data';
import { describe, expect, test } from 'vitest';
import { blockStates } from './blocks.ts';
import { chunkBlocks, type OfficialMap } from './official-map.ts';
import { propertyText } from '../world-format/column-storage.ts';
import type { Registry } from '../world-format/chunk.ts';
import { type Side, sides, type TurnedBlock, turnedBlocks, turnedState } from './survival/turned.ts';
import { findOfficialMap, officialSeed, officialMaps } from './official-maps.ts';

const { blocksByName } = loadData('1.16.5');
const valid = new Set<number>(Object.values(blockStates));
const notFirm = new Set<number>([
  blockStates.air,
  blockStates.water,
  blockStates.cactus,
  blockStates.grass,
  blockStates.lily_pad,
]);

/** What a map generates must never change: worlds consist of it and of players' changes. */
const fingerprints: Record<string, string> = {
  meadow: '2db4b8d754ea5d9a',
  islands: 'd3bab74455988563',
  canyon: '2af7910cafcf9054',
};

function chunk(map: OfficialMap, x: number, z: number, seed = officialSeed): Uint16Array {
  const blocks = new Uint16Array(chunkBlocks);
  map.fill(seed, x, z, blocks);
  return blocks;
}

function blockAt(map: OfficialMap, x: number, y: number, z: number): number {
  return chunk(map, x >> 4, z >> 4)[(y << 8) | ((z & 15) << 4) | (x & 15)] ?? 0;
}

test('each block of the maps is the one of that name in the game', () => {
  for (const [key, state] of Object.entries(blockStates)) expect([key, isNamed(key, state)]).toEqual([key, true]);
  for (const [key, [north]] of Object.entries(turnedBlocks)) {
    const facing = sides.map((side, i) => {
      const named = key.includes('[') ? key.replace('[', `[facing=${side},`) : `${key}[facing=${side}]`;
      return isNamed(named, turnedState(key as TurnedBlock, i as Side));
    });
    expect([key, north, facing]).toEqual([key, north, [true, true, true, true]]);
  }
});

/** Whether the state is of the block of that name, with those of its properties that the key says. */
function isNamed(key: string, state: number): boolean {
  const [name = '', said = ''] = key.replace(']', '').split('[');
  const block = (blocksByName as unknown as Registry['blocksByName'])[name];
  if (!block || state < block.minStateId || state > block.maxStateId) return false;
  const properties = new Map<string, string>();
  let rest = state - block.minStateId;
  for (const property of block.states.toReversed()) {
    properties.set(property.name, propertyText(property, rest % property.num_values));
    rest = Math.floor(rest / property.num_values);
  }
  return (
    said === '' || said.split(',').every((pair) => properties.get(pair.split('=')[0] ?? '') === pair.split('=')[1])
  );
}

describe.each([...officialMaps])('$name', (map) => {
  test('is always the same', () => {
    const places = Array.from({ length: 49 }, (_, i) => [(i % 7) - 3, Math.floor(i / 7) - 3] as const);
    const hash = createHash('sha256');
    for (const [x, z] of places) hash.update(chunk(map, x, z));
    // Others in between, and in another order: nothing is remembered from chunk to chunk.
    const second = createHash('sha256');
    const again = new Map(places.toReversed().map(([x, z]) => [`${x},${z}`, chunk(map, x, z)]));
    for (const [x, z] of places) second.update(again.get(`${x},${z}`) ?? '');
    const fingerprint = hash.digest('hex').slice(0, 16);
    expect(second.digest('hex').slice(0, 16)).toBe(fingerprint);
    expect(fingerprint).toBe(fingerprints[map.name]);
  });

  test('is made of valid blocks on bedrock, far away too, and differs by the seed', () => {
    for (const [x, z] of [
      [0, 0],
      [-1, -1],
      [130, -77],
      [1_800_000, -1_800_000],
    ] as const) {
      const blocks = chunk(map, x, z);
      expect(blocks.every((state) => valid.has(state))).toBe(true);
      expect(blocks.subarray(0, 256).every((state) => state === blockStates.bedrock)).toBe(true);
    }
    expect(chunk(map, 2, 2, 1)).not.toEqual(chunk(map, 2, 2, 2));
  });

  test('has a spawn on firm ground with room to stand, for any seed', () => {
    const { x, y, z } = map.spawn(officialSeed);
    expect(notFirm.has(blockAt(map, x, y - 1, z))).toBe(false);
    expect([blockAt(map, x, y, z), blockAt(map, x, y + 1, z)]).toEqual([blockStates.air, blockStates.air]);
    for (let seed = 0; seed < 200; seed += 1) {
      const at = map.spawn(seed);
      const blocks = chunk(map, at.x >> 4, at.z >> 4, seed);
      const state = (dy: number): number => blocks[((at.y + dy) << 8) | ((at.z & 15) << 4) | (at.x & 15)] ?? 0;
      expect([seed, notFirm.has(state(-1)), state(0), state(1)]).toEqual([
        seed,
        false,
        blockStates.air,
        blockStates.air,
      ]);
    }
  });

  test.each([
    [960, 60_000],
    [480, 20_000],
  ])('has a picture of %i points', (width, most) => {
    const webp = readFileSync(new URL(`../../../api/assets/maps/${map.name}-${width}.webp`, import.meta.url));
    expect(webp.subarray(8, 16).toString()).toBe('WEBPVP8 ');
    // https://www.rfc-editor.org/rfc/rfc6386#section-9.1: the frame's width, 14 bits.
    expect(webp.readUInt16LE(26) & 0x3fff).toBe(width);
    expect(webp.length).toBeLessThan(most);
  });
});

test('flat land is the same everywhere and for every seed, with room to stand where players appear', () => {
  const flat = findOfficialMap('flat');
  if (!flat) throw new Error('there is no flat map');
  expect(
    createHash('sha256')
      .update(chunk(flat, 0, 0))
      .digest('hex')
      .slice(0, 16),
  ).toBe('c51acba9111b962c');
  expect(chunk(flat, -7, 9000, 1)).toEqual(chunk(flat, 0, 0));
  const { x, y, z } = flat.spawn(officialSeed);
  expect([y - 2, y - 1, y].map((height) => blockAt(flat, x, height, z))).toEqual([
    blockStates.dirt,
    blockStates.grass_block,
    blockStates.air,
  ]);
});

test('the void has a floor where players appear, across chunks, and nothing else', () => {
  const map = findOfficialMap('void');
  if (!map) throw new Error('there is no void');
  const { x, y, z } = map.spawn(officialSeed);
  expect(blockAt(map, x, y - 1, z)).toBe(blockStates.stone);
  const stones = [-1, 0].flatMap((at) => [-1, 0].map((other) => [...chunk(map, at, other)].filter(Boolean).length));
  expect(stones).toEqual([4, 6, 6, 9]);
  expect(chunk(map, 1, 0).every((state) => state === blockStates.air)).toBe(true);
});
