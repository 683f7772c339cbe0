import type { Game } from '../rules/game.ts';
import { type Creature, sizeOf, turnTo } from './creature.ts';
import { topWithin } from './movement.ts';

const drag = 0.91;
const arrived = 1;
const atRest = 0.003;

/** One tick of a creature that flies: straight to where it wants to be, through nothing solid. Source: the game's FlyingMob (1.16.5), simplified */
export function flyBody(land: Pick<Game, 'world' | 'squid'>, creature: Creature): void {
  const { walk, velocity, kind } = creature;
  const way = walk?.way[0]?.minus(creature.position);
  if (way && way.norm() < arrived) walk?.way.shift();
  else if (way) {
    velocity.add(way.scaled((kind.pace * (walk?.haste ?? 1)) / way.norm()));
    creature.yaw = turnTo(creature.position, creature.position.plus(way)).yaw;
  }
  velocity.scale(drag);
  creature.onGround = false;
  if (velocity.norm() < atRest) return;
  const size = sizeOf(creature);
  const to = creature.position.clone();
  for (const axis of ['x', 'y', 'z'] as const) {
    const ahead = to.clone();
    ahead[axis] += velocity[axis];
    if (land.world.isSeen(ahead) && topWithin(land, ahead, size) <= ahead.y) to[axis] = ahead[axis];
    else velocity[axis] = 0;
  }
  creature.position = to;
}
