import type { Vec3 } from 'vec3';
import { blockAt } from '../../land/block-state.ts';
import { change } from '../../land/building.ts';
import { horizontal } from '../../land/sides.ts';
import type { Game } from '../../rules/game.ts';
import { customerOf } from '../../windows/merchant.ts';
import { isDay } from '../spawning/brightness.ts';
import type { Creature } from '../creature.ts';
import { type Goal, thinkTicks } from '../goal.ts';
import { bedOf, hasTurned } from '../spawning/settling.ts';
import { restock } from './trades.ts';

const hastes = { panic: 1.5 };
/** Blocks: so far a villager sees a zombie, goes from their bed by day, and lies from it by night. */
const reach = { fears: 8, roams: 24, sleeps: 1.5 };

/** What a villager does, first things first. */
export const dwelling: readonly Goal[] = [takeStock, workDoor, fleeZombie, serve, goHome];

function takeStock(game: Game, creature: Creature): boolean {
  if (hasTurned(creature, game) && restock(creature)) game.creatures.touch(creature);
  return false;
}

/** They stand still while somebody trades with them. */
function serve(game: Game, creature: Creature): boolean {
  const customer = customerOf(creature);
  if (!customer) return false;
  creature.walk = null;
  creature.gaze = { at: customer, until: game.squid.tickCount + thinkTicks };
  return true;
}

function fleeZombie(game: Game, creature: Creature): boolean {
  const zombie = game.creatures.nearest(creature, reach.fears, ({ name }) => name === 'zombie');
  if (!zombie) return false;
  const away = creature.position.minus(zombie.position).unit().scaled(reach.fears);
  return game.creatures.walk(creature, creature.position.plus(away).floored().offset(0.5, 0, 0.5), hastes.panic);
}

/** By night at their bed, by day not far from it. */
function goHome(game: Game, creature: Creature): boolean {
  const bed = bedOf(creature)?.offset(0.5, 0.5, 0.5);
  if (!bed) return false;
  const far = bed.distanceTo(creature.position);
  if (isDay(game)) return far > reach.roams && game.creatures.walk(creature, bed);
  if (far < reach.sleeps) creature.walk = null;
  else game.creatures.walk(creature, bed);
  return true;
}

/** Opens the wooden door beside them, and by night shuts it behind them. */
function workDoor(game: Game, creature: Creature): boolean {
  const bed = bedOf(creature);
  if (!bed) return false;
  const feet = creature.position.offset(0, 0.5, 0).floored();
  const at = horizontal.map((side) => feet.plus(side)).find((place) => isDoor(game, place));
  if (!at) return false;
  const isInside = bed.distanceTo(feet) < bed.distanceTo(at);
  const open = String(isDay(game) || !isInside);
  for (const half of [at, at.offset(0, 1, 0)]) {
    const block = blockAt(game, half);
    if (block && isDoor(game, half)) change(game, half, block, { open });
  }
  return false;
}

function isDoor(game: Game, at: Vec3): boolean {
  const name = blockAt(game, at)?.kind.name ?? '';
  return name.endsWith('_door') && name !== 'iron_door';
}
