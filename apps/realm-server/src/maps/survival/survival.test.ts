import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import loadData from 'minecraft-data';
import { expect, onTestFinished, test } from 'vitest';
import { makeLand } from '../../file-agent/make-land.ts';
import { chunkBlocks } from '../official-map.ts';
import { homeOf, nearestSite } from './sites.ts';
import { survival } from './survival.ts';

const registry = loadData('1.16.5');
const names = new Map(Object.entries(registry.blocksByStateId).map(([state, block]) => [Number(state), block.name]));
const seed = 2026;
/** The narrowest border of any plan, in blocks. */
const narrowest = 500;

/** A square of chunks, made one after the other. */
class Land {
  readonly chests: { x: number; y: number; z: number; items: number }[] = [];
  readonly #columns = new Map<string, Uint16Array>();

  constructor(chunkX: number, chunkZ: number, side: number) {
    for (let x = chunkX; x < chunkX + side; x += 1) for (let z = chunkZ; z < chunkZ + side; z += 1) this.#make(x, z);
  }

  static around({ x, z }: { x: number; z: number }, side: number): Land {
    return new Land((x >> 4) - (side >> 1), (z >> 4) - (side >> 1), side);
  }

  /** Undefined beyond its edges. */
  at(x: number, y: number, z: number): string | undefined {
    const state = this.stateAt(x, y, z);
    return state === undefined ? undefined : names.get(state);
  }

  stateAt(x: number, y: number, z: number): number | undefined {
    return this.#columns.get(`${x >> 4},${z >> 4}`)?.[(y << 8) | ((z & 15) << 4) | (x & 15)];
  }

  /** Where all blocks of a name are. */
  *all(name: string): Generator<[number, number, number, number]> {
    // Numbers one after the other: a name looked up for each of millions of blocks would take seconds.
    const { minStateId = Infinity, maxStateId = Infinity } = registry.blocksByName[name] ?? {};
    for (const [key, blocks] of this.#columns) {
      const [x = 0, z = 0] = key.split(',').map(Number);
      for (let i = 0; i < blocks.length; i += 1) {
        const state = blocks[i] ?? 0;
        if (state >= minStateId && state <= maxStateId)
          yield [x * 16 + (i & 15), i >> 8, z * 16 + ((i >> 4) & 15), state];
      }
    }
  }

  #make(x: number, z: number): void {
    const blocks = new Uint16Array(chunkBlocks);
    for (const thing of survival.fill(seed, x, z, blocks) ?? []) {
      const at = (axis: string): number => Number(thing[axis]?.value);
      const items = (thing['Items']?.value as { value: unknown[] } | undefined)?.value.length ?? 0;
      this.chests.push({ x: at('x'), y: at('y'), z: at('z'), items });
    }
    this.#columns.set(`${x},${z}`, blocks);
  }
}

function fingerprint(places: readonly (readonly [number, number])[], of: number): string {
  const made = new Map(
    places.map(([x, z]) => {
      const blocks = new Uint16Array(chunkBlocks);
      const things = survival.fill(of, x, z, blocks);
      return [`${x},${z}`, [blocks, JSON.stringify([things, survival.biomes?.(of, x, z)])] as const];
    }),
  );
  const hash = createHash('sha256');
  for (const key of [...made.keys()].toSorted()) for (const part of made.get(key) ?? []) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}

test('the same seed makes the same land, in whatever order, for ever', () => {
  const home = homeOf(seed);
  const far = Array.from({ length: 12 }, (_, i) => ({
    x: (i % 4) * 1700 - 3000,
    z: Math.floor(i / 4) * 2300 - 90_000,
  }));
  const middles = [home.spawn, home.village ?? home.spawn, home.stronghold, ...far];
  const places = middles.flatMap(({ x, z }) => [-1, 0, 1].map((d) => [(x >> 4) + d, (z >> 4) - d] as const));
  const first = fingerprint(places, seed);
  fingerprint([[0, 0]], 7);
  expect(fingerprint(places.toReversed(), seed)).toBe(first);
  expect(first).toBe('42b8a0afa0198d40');
  expect(fingerprint(places, seed + 1)).not.toBe(first);
});

test('of any seed players appear on dry, open land, with a stronghold and a village inside the narrowest border', () => {
  const seeds = Array.from({ length: 40 }, (_, i) => i * 7919);
  for (const each of seeds) {
    const { spawn, village, stronghold } = homeOf(each);
    const blocks = new Uint16Array(chunkBlocks);
    survival.fill(each, spawn.x >> 4, spawn.z >> 4, blocks);
    const at = (y: number): string => names.get(blocks[(y << 8) | ((spawn.z & 15) << 4) | (spawn.x & 15)] ?? 0) ?? '';
    expect([each, at(spawn.y - 1), at(spawn.y), at(spawn.y + 1)]).toEqual([each, 'grass_block', 'air', 'air']);
    if (!village) throw new Error(`the seed ${each} has no village`);
    for (const site of [stronghold, village]) {
      expect(Math.max(Math.abs(site.x - spawn.x), Math.abs(site.z - spawn.z))).toBeLessThan(narrowest / 2 - 40);
    }
  }
});

test('has ten biomes within a walk, seas and rivers up to their level, and every ore at its heights', () => {
  const biomes = new Set<number>();
  for (let x = -60; x <= 60; x += 6) {
    for (let z = -60; z <= 60; z += 6) for (const id of survival.biomes?.(seed, x, z) ?? []) biomes.add(id);
  }
  expect(biomes.size).toBeGreaterThanOrEqual(10);
  for (const id of biomes) expect(registry.biomes[id]?.id).toBe(id);

  const land = new Land(-6, -6, 12);
  const bands = {
    coal: [131, 90],
    iron: [68, 50],
    gold: [36, 4],
    redstone: [20, 15],
    diamond: [20, 1.5],
    lapis: [34, 1.5],
  } as const;
  for (const [ore, [highest, least]] of Object.entries(bands)) {
    const found = [...land.all(`${ore}_ore`)];
    expect([ore, found.length / 144 > least, Math.max(...found.map(([, y]) => y)) <= highest]).toEqual([
      ore,
      true,
      true,
    ]);
  }
  expect(Math.max(...[...land.all('water')].map(([, y]) => y))).toBeLessThan(100);
  expect([...land.all('lava')].length).toBeGreaterThan(1000);
  expect([...land.all('bedrock')].every(([, y]) => y < 5)).toBe(true);
});

test('a stronghold and a village are whole across the borders of columns', () => {
  const { stronghold, village } = homeOf(seed);
  const deep = Land.around(stronghold, 10);
  expect([...deep.all('end_portal_frame')]).toHaveLength(12);
  // From a place in its first room one gets to that place in all the others.
  const rooms = Array.from({ length: 16 }, (_, i) => [
    stronghold.x - 26 + 10 + (i % 4) * 13,
    stronghold.z - 26 + 7 + Math.floor(i / 4) * 13,
  ]);
  const been = new Set<string>([String(rooms[0])]);
  for (const at of been) {
    const [x = 0, z = 0] = at.split(',').map(Number);
    for (const [nextX, nextZ] of [
      [x + 1, z],
      [x - 1, z],
      [x, z + 1],
      [x, z - 1],
    ] as const) {
      const isInside = Math.max(Math.abs(nextX - stronghold.x), Math.abs(nextZ - stronghold.z)) <= 26;
      if (isInside && deep.at(nextX, 21, nextZ) === 'air') been.add(`${nextX},${nextZ}`);
    }
  }
  expect(rooms.filter((room) => !been.has(String(room)))).toEqual([]);
  expect([...deep.all('bookshelf')].length).toBeGreaterThan(50);
  expect(deep.chests.filter(({ y, items }) => y === 21 && items > 0).length).toBeGreaterThanOrEqual(2);
  if (!village) throw new Error('this seed has no village');
  const land = Land.around(village, 8);
  const beds = [...land.all('red_bed')];
  // North, south, west, east: from the foot to the head.
  const [heads, feet] = [0, 1].map((part) => beds.filter(([, , , state]) => (state - 1273) % 2 === part));
  expect(feet?.length).toBeGreaterThan(3);
  expect(heads?.length).toBe(feet?.length);
  const doors = [...land.all('oak_door'), ...land.all('spruce_door'), ...land.all('acacia_door')];
  for (const [x, y, z] of doors) expect([land.at(x, y + 1, z), land.at(x, y - 1, z)]).toContain(land.at(x, y, z));
  expect([...land.all('farmland')].length).toBeGreaterThanOrEqual(30);
  const chest = land.chests.find(({ x, y, z }) => land.at(x, y, z) === 'chest' && y > 60);
  expect(chest?.items).toBeGreaterThan(0);
});

test('trees are whole, also across a border: no leaf hangs in the air, and none is missing', () => {
  const land = Land.around(homeOf(seed).spawn, 10);
  const { x: middleX, z: middleZ } = homeOf(seed).spawn;
  const near = new Set<string>();
  let edge = [
    ...land.all('oak_log'),
    ...land.all('birch_log'),
    ...land.all('spruce_log'),
    ...land.all('dark_oak_log'),
  ].map(([x, y, z]) => [x, y, z] as const);
  for (let step = 0; step <= 6; step += 1) {
    for (const at of edge) near.add(at.join(','));
    edge = edge
      .flatMap(
        ([x, y, z]) =>
          [
            [x + 1, y, z],
            [x - 1, y, z],
            [x, y + 1, z],
            [x, y - 1, z],
            [x, y, z + 1],
            [x, y, z - 1],
          ] as const,
      )
      .filter(([x, y, z]) => !near.has([x, y, z].join(',')) && land.at(x, y, z)?.endsWith('leaves'));
  }
  const isInner = (x: number, z: number): boolean => Math.max(Math.abs(x - middleX), Math.abs(z - middleZ)) < 60;
  const hanging = ['oak', 'birch', 'spruce', 'dark_oak']
    .flatMap((kind) => Array.from(land.all(`${kind}_leaves`)))
    .filter(([x, y, z]) => isInner(x, z) && !near.has(`${x},${y},${z}`));
  expect(near.size).toBeGreaterThan(1000);
  expect(hanging).toEqual([]);
  // Around the highest log of an oak or a birch there are leaves on all sides, two blocks wide.
  const tops = [...land.all('oak_log'), ...land.all('birch_log')].filter(
    ([x, y, z]) => isInner(x, z) && land.at(x, y + 1, z)?.endsWith('leaves'),
  );
  const cut = tops.filter(([x, y, z]) =>
    [land.at(x + 2, y, z), land.at(x - 2, y, z), land.at(x, y, z + 2), land.at(x, y, z - 2)].includes('air'),
  );
  expect(tops.length).toBeGreaterThan(50);
  expect(cut).toEqual([]);
});

test('the nearest structure is the nearest of those that one may get to', () => {
  const { village, spawn } = homeOf(seed);
  expect(nearestSite(seed, 'village', spawn, () => true)).toEqual(village);
  const another = nearestSite(seed, 'village', spawn, ({ x, z }) => x !== village?.x || z !== village.z);
  expect(another).not.toBeNull();
  expect(nearestSite(seed, 'village', spawn, () => false)).toBeNull();
});

test('the picture of the land from above knows each of its blocks, far away too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'realmkeep-land-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'map.json'), JSON.stringify({ map: 'normal', seed }));
  const made = await makeLand(folder);
  if (!made) throw new Error('no land is made');
  const { village, stronghold } = homeOf(seed);
  const states = new Set<number>();
  for (const at of [
    village ?? stronghold,
    stronghold,
    { x: 900, z: 4000 },
    { x: -7000, z: 20 },
    { x: 29_000_000, z: -29_000_000 },
  ]) {
    for (let i = 0; i < 49; i += 1) {
      const blocks = new Uint16Array(chunkBlocks);
      made.fill((at.x >> 4) - 3 + (i % 7), (at.z >> 4) - 3 + Math.floor(i / 7), blocks);
      for (const state of blocks) states.add(state);
    }
  }
  expect(states.size).toBeGreaterThan(80);
  expect([...states].filter((state) => made.names.get(state) !== names.get(state))).toEqual([]);
});
