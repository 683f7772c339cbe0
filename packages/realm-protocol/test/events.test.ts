import { expect, test } from 'vitest';
import { RealmState } from '../src/events.ts';

test('a spawn point beyond what can be set here costs no state', () => {
  const { spawn } = RealmState.shape;
  expect(spawn.parse({ x: 1, y: 64, z: -1 })).toEqual({ x: 1, y: 64, z: -1 });
  for (const odd of [{ x: 0, y: 9999, z: 0 }, undefined, null]) expect(spawn.parse(odd)).toBeNull();
});
