import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import loadData from 'minecraft-data';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FencingTokenRefused } from '../../../world-folder/fencing-token.ts';
import { findOfficialMap } from '../../../maps/official-maps.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { World } from './world.ts';

const registry = loadData('1.16.5') as unknown as Registry;
const stone = 1;
const deep = { x: 5, y: 30, z: 5 };
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

function openWorld({ assertClaim = (): void => undefined, fail = unexpected } = {}): World {
  const map = findOfficialMap('meadow');
  if (!map) throw new Error('no such map');
  const unsaved = { note: () => undefined };
  return new World({ worldFolder: folder, registry, map, seed: 1, assertClaim, log: () => undefined, unsaved, fail });
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
