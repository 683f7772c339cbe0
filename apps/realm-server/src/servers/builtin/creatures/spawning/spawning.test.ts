import loadData from 'minecraft-data';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import type { Registry } from '../../../../world-format/chunk.ts';
import type { Game } from '../../rules/game.ts';
import type { Kind } from '../kinds.ts';
import { spawn } from './spawning.ts';

const registry = loadData('1.16.5') as unknown as Registry;
const ground = 64;
const open = { animalSpawn: true, monsterSpawn: true, mobSpawning: true, borderDiameter: 500 };

/** What spawns in five minutes around a player on a plain of grass at midnight, with no light but the moon's. */
function coming({ settings = {}, gameMode = 0, difficulty = 2, moon = 15, there = 0 } = {}): Set<string> {
  const came = new Set<string>();
  const grass = registry.blocksByName['grass_block']?.defaultState ?? 0;
  const game = {
    settings: { ...open, ...settings },
    rules: { isOn: () => true },
    squid: {
      registry,
      players: [{ position: new Vec3(0, ground, 0), health: 20, gameMode }],
      difficulty,
      time: 18_000,
    },
    world: {
      isSeen: () => true,
      blockStateAt: ({ y }: Vec3) => (y < ground ? grass : 0),
      lightAt: () => ({ sky: moon, block: 0 }),
      seenCount: 289,
      column: () => ({ biomes: [1] }),
    },
    creatures: { isFull: false, count: () => there, add: (kind: Kind) => came.add(kind.category) },
    spawn: new Vec3(0, ground, 0),
    centre: new Vec3(0, ground, 0),
    skies: { weather: 'clear' },
    seed: 1,
  } as unknown as Game;
  for (game.squid.tickCount = 0; game.squid.tickCount < 6000; game.squid.tickCount += 1) spawn(game);
  return came;
}

test('animals and monsters come to those who play in survival, and each setting keeps away what it says', () => {
  expect(coming()).toEqual(new Set(['animal', 'monster']));
  expect(coming({ settings: { animalSpawn: false } })).toEqual(new Set(['monster']));
  expect(coming({ settings: { monsterSpawn: false } })).toEqual(new Set(['animal']));
  expect(coming({ settings: { mobSpawning: false } })).toEqual(new Set());
  expect(coming({ difficulty: 0 })).toEqual(new Set(['animal']));
  // Of builders, and of those who look on, there are none.
  expect(coming({ gameMode: 1 })).toEqual(new Set());
  expect(coming({ gameMode: 3 })).toEqual(new Set());
  // Without light no animals; and there may be so many of each.
  expect(coming({ moon: 8 })).toEqual(new Set(['monster']));
  expect(coming({ there: 25 })).toEqual(new Set(['monster']));
  expect(coming({ there: 80 })).toEqual(new Set());
});
