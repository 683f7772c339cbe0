import loadData from 'minecraft-data';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import type { Registry } from '../../../../world-format/chunk.ts';
import type { Game } from '../../rules/game.ts';
import type { Creature } from '../creature.ts';
import { damageAt, flyDragon, type Flight } from './dragon-flight.ts';
import { bossKind } from '../kinds.ts';

const registry = loadData('1.16.5') as unknown as Registry;

/** Whether it swoops within five minutes at a player at this distance from the middle of the island. */
function swoopsAt(far: number): boolean {
  const dragon = {
    kind: bossKind(registry, 'ender_dragon'),
    position: new Vec3(0, 90, 0),
    velocity: new Vec3(0, 0, 0),
    data: { DragonPhase: 0 },
    viewers: new Set(),
    age: 0,
  } as unknown as Creature;
  const player = { type: 'player', position: new Vec3(far, 49, 0), health: 20, gameMode: 0 };
  const game = { squid: { players: [player], tickCount: 0 } } as unknown as Game;
  const flight: Flight = { to: new Vec3(0, 90, 0), until: 0, angle: 0, prey: null };
  for (; game.squid.tickCount < 6000 && !flight.prey; game.squid.tickCount += 1) {
    flyDragon(game, dragon, flight, new Vec3(0, 65, 0));
  }
  return flight.prey !== null;
}

test('the dragon swoops at those on its island, not at whoever still builds their way to it', () => {
  expect(swoopsAt(40)).toBe(true);
  expect(swoopsAt(90)).toBe(false);
});

test('the head of the dragon hurts twice as much as its wings', () => {
  const dragon = { position: new Vec3(0, 60, 0), velocity: new Vec3(-0.5, 0, 0) };
  expect(damageAt(dragon, new Vec3(-7, 59, 1))).toBe(10);
  for (const at of [new Vec3(7, 60, 0), new Vec3(-3, 60, 6), new Vec3(0, 58, 0)]) expect(damageAt(dragon, at)).toBe(5);
});
