import { plainSettings, type RealmSettings } from '@realmkeep/realm-protocol';
import { expect, test } from 'vitest';
import { type Builder, buildRefusal, isInsideBorder, isPossiblePosition } from './place.ts';

const settings: RealmSettings = { ...plainSettings, spawnProtectionRadius: 5 };
const anybody: Builder = { gameMode: 'CREATIVE', hasPowers: false };
const spawn = { x: 0.5, z: 0.5 };
const place = { settings, spawn, centre: spawn };

test('the border is a square around the spawn', () => {
  expect(isInsideBorder(settings, spawn, { x: 250.5, z: -249.5 })).toBe(true);
  expect(isInsideBorder(settings, spawn, { x: 250.6, z: 0 })).toBe(false);
  expect(isInsideBorder(settings, spawn, { x: 0, z: -249.6 })).toBe(false);
  expect(isInsideBorder(settings, spawn, { x: Number.NaN, z: 0 })).toBe(false);
});

test('only places that exist are possible', () => {
  expect(isPossiblePosition({ x: 1, y: 64, z: 1 })).toBe(true);
  for (const y of [-81, 4096, Number.NaN, Number.POSITIVE_INFINITY])
    expect(isPossiblePosition({ x: 0, y, z: 0 })).toBe(false);
});

test('what may be built on depends on the border, the protected ground, the height, the game mode and who builds', () => {
  expect(buildRefusal(place, { x: 5, y: 64, z: 0 }, anybody)).toBeNull();
  expect(buildRefusal(place, { x: 4, y: 64, z: 4 }, anybody)).toContain('protected');
  expect(buildRefusal(place, { x: 4, y: 64, z: 4 }, { ...anybody, hasPowers: true })).toBeNull();
  expect(
    buildRefusal({ ...place, settings: { ...settings, spawnProtectionRadius: 0 } }, { x: 0, y: 64, z: 0 }, anybody),
  ).toBeNull();
  const manager: Builder = { ...anybody, hasPowers: true };
  expect(buildRefusal(place, { x: 251, y: 64, z: 0 }, manager)).toContain('border');
  expect(buildRefusal(place, { x: 50, y: 256, z: 0 }, manager)).toContain('high or deep');
  const visitor: Builder = { ...manager, gameMode: 'ADVENTURE' };
  expect(buildRefusal(place, { x: 50, y: 64, z: 0 }, visitor)).toContain('game mode');
});
