import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import loadData from 'minecraft-data';
import nbt from 'prismarine-nbt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FencingTokenRefused } from '../../../world-folder/fencing-token.ts';
import { findOfficialMap } from '../../../maps/official-maps.ts';
import { parseNbt } from '../../../world-format/nbt-budget.ts';
import { RegionFile } from '../../../world-format/region-file.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { PlayerStore } from '../players/player-store.ts';
import { Saves } from '../saves.ts';
import { World } from './world.ts';

const registry = loadData('1.16.5') as unknown as Registry;
const stone = 1;
const deep = { x: 5, y: 30, z: 5 };
const nothing = (): never[] => [];
let folder: string;

function unexpected(error: Error): void {
  throw error;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'world-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function openWorld({
  assertClaim = (): void => undefined,
  fail = unexpected,
  showLight = (): void => undefined,
} = {}): World & { save(): Promise<void> } {
  const map = findOfficialMap('meadow');
  if (!map) throw new Error('no such map');
  const parts = { worldFolder: folder, registry, log: (): void => undefined, changed: (): void => saves.soon() };
  const ticks = { arrive: nothing, tagsOf: nothing, depart: nothing };
  const world = new World({
    ...parts,
    dimension: 'overworld',
    map,
    seed: 1,
    showLight,
    entities: [],
    settlers: () => [],
    ticks,
    blockChanged: nothing,
    spawnerFound: () => undefined,
    containerUsed: nothing,
    containerChanged: () => undefined,
  });
  const store = new PlayerStore({ ...parts, players: () => [] });
  const saves = new Saves({
    ...parts,
    worlds: () => [world],
    store,
    assertClaim,
    fail,
    unsaved: { note: () => undefined },
  });
  return Object.assign(world, { save: () => saves.save() });
}

test('a block that changes while the world is being written is written the next time', async () => {
  const world = openWorld();
  world.setBlockState(deep, 0);
  const first = world.save();
  const later = { ...deep, y: 31 };
  world.setBlockState(later, 0);
  await first;
  await world.save();
  const again = openWorld();
  expect([again.blockStateAt(deep), again.blockStateAt(later)]).toEqual([0, 0]);
  expect(again.blockStateAt({ ...deep, y: 32 })).toBe(stone);
});

test('saves do not overtake each other', async () => {
  const world = openWorld();
  const saves: Promise<void>[] = [];
  for (let y = 10; y < 40; y += 1) {
    world.setBlockState({ ...deep, y }, 0);
    saves.push(world.save());
  }
  await Promise.all(saves);
  const again = openWorld();
  for (let y = 10; y < 40; y += 1) expect(again.blockStateAt({ ...deep, y })).toBe(0);
});

test('what could not be written is written when it can be', async () => {
  let isFull = true;
  const world = openWorld({
    assertClaim() {
      if (isFull) throw new Error('no space left');
    },
  });
  world.setBlockState(deep, 0);
  await expect(world.save()).rejects.toThrow('no space left');
  isFull = false;
  await world.save();
  expect(openWorld().blockStateAt(deep)).toBe(0);
});

test('a region that cannot be read at present is not taken for damaged', async () => {
  const world = openWorld();
  const far = { ...deep, x: 37 };
  for (const at of [deep, far]) world.setBlockState(at, 0);
  await world.save();
  const again = openWorld();
  expect(again.blockStateAt(deep)).toBe(0);
  const region = join(folder, 'region/r.0.0.mca');
  renameSync(region, `${region}.away`);
  symlinkSync(region, region);
  expect(() => again.blockStateAt(far)).toThrow('ELOOP');
  renameSync(`${region}.away`, region);
  expect(again.blockStateAt(far)).toBe(0);
});

test('a change is written by itself, and a lost claim is told', async () => {
  let isLost = false;
  const failed = Promise.withResolvers<Error>();
  const world = openWorld({
    assertClaim() {
      if (isLost) throw new FencingTokenRefused('lost');
    },
    fail: failed.resolve,
  });
  world.setBlockState(deep, 0);
  await expect.poll(() => openWorld().blockStateAt(deep)).toBe(0);
  isLost = true;
  world.setBlockState(deep, stone);
  expect(await failed.promise).toBeInstanceOf(FencingTokenRefused);
  expect(openWorld().blockStateAt(deep)).toBe(0);
});

test('what nobody sees is let go of, and what somebody sees is kept', async () => {
  const world = openWorld();
  const seen = world.column(0, 0);
  world.retain('0,0');
  const unseen = world.column(1, 0);
  await expect.poll(() => world.column(1, 0) === unseen, { interval: 700 }).toBe(false);
  expect(world.column(0, 0)).toBe(seen);
});

interface StoredLevel {
  isLightOn: number;
  Sections: { Y: number; SkyLight?: number[]; BlockLight?: number[] }[];
}

test('light is shown when it is right, and lies in the file where the game looks for it', async () => {
  const shown = Promise.withResolvers<void>();
  const world = openWorld({ showLight: shown.resolve });
  const torch = registry.blocksByName['torch']?.defaultState ?? 0;
  world.setBlockState(deep, torch);
  world.setBlockState({ ...deep, x: 6 }, 0);
  await shown.promise;
  await world.save();
  const data = new RegionFile(join(folder, 'region', 'r.0.0.mca')).read(0);
  if (!data) throw new Error('nothing is stored');
  const { Level: level } = nbt.simplify(parseNbt(inflateSync(data))) as { Level: StoredLevel };
  const sections = level.Sections;
  const at = (deep.y & 15) * 128 + deep.z * 8;
  // Two blocks in a byte, the first in its low half: x = 4 and 5, x = 6 and 7.
  expect(sections.find(({ Y }) => Y === 1)?.BlockLight?.slice(at + 2, at + 4)).toEqual([0xe0 - 256, 13]);
  expect(sections.find(({ Y }) => Y === 1)?.SkyLight).toBeUndefined();
  // The day ends at the ground, above which nothing needs to be said.
  expect(sections.filter(({ SkyLight }) => SkyLight).length).toBeGreaterThan(0);
  expect(sections.find(({ Y }) => Y === 15)).toBeUndefined();
  expect(level.isLightOn).toBe(1);
});
