import loadData from 'minecraft-data';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import type { Registry } from '../../../../world-format/chunk.ts';
import type { Game } from '../../rules/game.ts';
import type { Creature } from '../creature.ts';
import { damageAt, flyDragon, type Flight, phases } from './dragon-flight.ts';
import { bossKind } from '../kinds.ts';

const registry = loadData('1.16.5') as unknown as Registry;

const minute = 1200;

/** What it turns from and to, by `phases`, with a player at this distance from the middle of the island. */
function flown(far: number, crystals: number, ticks: number): { from: number; to: number }[] {
  const dragon = {
    kind: bossKind(registry, 'ender_dragon'),
    position: new Vec3(0, 90, 0),
    velocity: new Vec3(0, 0, 0),
    data: { DragonPhase: 0 },
    viewers: new Set(),
    age: 0,
  } as unknown as Creature;
  // Too deep for it to get there.
  const player = { type: 'player', position: new Vec3(far, -1000, 0), health: 20, gameMode: 0 };
  const game = { squid: { players: [player], tickCount: 0 } } as unknown as Game;
  const flight: Flight = { to: new Vec3(0, 90, 0), until: 0, angle: 0, prey: null };
  const turns: { from: number; to: number }[] = [];
  for (; game.squid.tickCount < ticks; game.squid.tickCount += 1) {
    const from = dragon.data.DragonPhase ?? 0;
    flyDragon(game, dragon, flight, new Vec3(0, 65, 0), crystals);
    const to = dragon.data.DragonPhase ?? 0;
    if (to !== from) turns.push({ from, to });
  }
  return turns;
}

test('the dragon swoops at those on its island, at once when it has sat, and not at whoever still builds their way to it', () => {
  const turns = flown(40, 10, 300 * minute);
  const { circling, sitting, charging } = phases;
  for (const from of [circling, sitting]) expect(turns).toContainEqual({ from, to: charging });
  expect(turns).not.toContainEqual({ from: sitting, to: circling });
  expect(flown(90, 0, 60 * minute).filter(({ to }) => to === charging)).toEqual([]);
});

test('the dragon lands and swoops the more often, the fewer crystals are left', () => {
  for (const [far, phase] of [
    [90, phases.sitting],
    [40, phases.charging],
  ] as const) {
    const [many = 0, none = 0] = [10, 0].map((crystals) => {
      return flown(far, crystals, 300 * minute).filter(({ to }) => to === phase).length;
    });
    expect(none / many).toBeGreaterThan(1.5);
  }
});

test('the head of the dragon hurts twice as much as its wings', () => {
  const dragon = { position: new Vec3(0, 60, 0), velocity: new Vec3(-0.5, 0, 0) };
  expect(damageAt(dragon, new Vec3(-7, 59, 1))).toBe(10);
  for (const at of [new Vec3(7, 60, 0), new Vec3(-3, 60, 6), new Vec3(0, 58, 0)]) expect(damageAt(dragon, at)).toBe(5);
});
