import type { Vec3 } from 'vec3';
import { blockAt } from '../../land/block-state.ts';
import { solidHeight } from '../../land/solid-height.ts';
import { gameModeNumber, type Game } from '../../rules/game.ts';
import type { Player } from '../../squid/squid.ts';
import { type Being, sizeOf } from '../creature.ts';

const step = 0.4;
const margin = 0.3;
/** The largest distance from an entity's feet to a point where it can be hit. */
const widest = 10;

/** Whom something that flies can hit. */
export function beingsOf({ squid, creatures }: Game): Being[] {
  return [...squid.players.filter(isThere), ...creatures.living()];
}

export function isThere({ gameMode, health }: Player): boolean {
  return health > 0 && gameMode !== gameModeNumber.SPECTATOR;
}

/** One tick of flying, as far as nothing is in the way. @returns who is hit, or where in a block it would be */
export function advance(
  game: Game,
  thing: { position: Vec3; velocity: Vec3 },
  beings: readonly Being[],
  canHit: (being: Being) => boolean,
): Being | Vec3 | null {
  const speed = thing.velocity.norm();
  const steps = Math.ceil(speed / step);
  const near = beings.filter(({ position }) => position.distanceTo(thing.position) < speed + widest);
  for (let n = 0; n < steps; n += 1) {
    const to = thing.position.plus(thing.velocity.scaled(1 / steps));
    const height = solidHeight(blockAt(game, to));
    if (height > 0 && to.y < Math.floor(to.y) + height) return to;
    thing.position = to;
    const target = near.find((being) => isAt(to, being) && canHit(being));
    if (target) return target;
  }
  return null;
}

function isAt(position: Vec3, being: Being): boolean {
  const { width, height } = sizeOf(being);
  const half = width / 2 + margin;
  const { x, y, z } = position.minus(being.position);
  return Math.abs(x) < half && Math.abs(z) < half && y > -margin && y < height + margin;
}
