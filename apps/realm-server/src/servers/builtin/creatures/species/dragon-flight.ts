import { Vec3 } from 'vec3';
import type { Game } from '../../rules/game.ts';
import type { Player } from '../../squid/squid.ts';
import { isMortal } from '../../survival/body.ts';
import { harm } from '../attacking.ts';
import { between, type Creature, eyesOf, sizeOf, turnTo } from '../creature.ts';
import { pushBack } from '../hurting.ts';
import { showMetadata } from '../showing.ts';

/** What the dragon is about, by the numbers of the game's `DragonPhase`. */
export const phases = { circling: 0, landing: 3, sitting: 6, charging: 8 } as const;
/** Where it is on its way to, and until which tick it tries. */
export interface Flight {
  to: Vec3;
  until: number;
  /** On its circle. */
  angle: number;
  prey: Player | null;
}

/** Of the circle over the island; blocks and blocks a tick. */
const circle = { radius: [30, 50], height: [76, 96], turn: 0.7 } as const;
const speeds = { charging: 0.9, otherwise: 0.6 };
const agility = 0.08;
const arrived = 4;
const ticks = { tries: 200, sits: 200 };
/**
 * How likely it is at the end of a path to swoop where the game's would spit fire, and to land; the game's paths are about twice as long. Source: the
 * game's DragonHoldingPatternPhase (1.16.5)
 */
const likelihood = (crystals: number) => ({ charge: 0.5 / (crystals + 2), land: 0.5 / (crystals + 3) });
/** Blocks from the middle of the island, as in the game: players who are still bridging the void towards it are left alone. */
const chargesWithin = 64;
/** Of its head, and of all else that touches. Source: the game's EnderDragon (1.16.5). */
const damages = { head: 10, body: 5 };
/** Where its head is, ahead of its middle, and how far it reaches, in blocks. */
const head = { ahead: 6.5, reach: 2.5 };
const pushTimes = 3;
/** A dragon is drawn with its tail ahead. */
const halfTurn = 128;

/**
 * One tick of the dragon: it circles, swoops at players, lands now and then. It flies through blocks and breaks none.
 * @param perch the top of the fountain
 * @param crystals how many are left
 */
export function flyDragon(game: Game, dragon: Creature, flight: Flight, perch: Vec3, crystals: number): void {
  const { tickCount } = game.squid;
  const phase = dragon.data.DragonPhase;
  if (phase === phases.sitting && tickCount < flight.until) return;
  if (phase === phases.charging && flight.prey && game.squid.players.includes(flight.prey))
    flight.to = eyesOf(flight.prey);
  const way = flight.to.minus(dragon.position);
  const isThere = way.norm() < arrived;
  if (isThere || tickCount >= flight.until) next(game, dragon, flight, isThere ? perch : null, crystals);
  const speed = phase === phases.charging ? speeds.charging : speeds.otherwise;
  dragon.velocity.scale(1 - agility).add(way.scaled((agility * speed) / (way.norm() || 1)));
  dragon.position = dragon.position.plus(dragon.velocity);
  dragon.yaw = turnTo(new Vec3(0, 0, 0), dragon.velocity).yaw + halfTurn;
  dragon.headYaw = dragon.yaw;
  strike(game, dragon);
}

/** @param perch null when it did not reach its destination */
function next(game: Game, dragon: Creature, flight: Flight, perch: Vec3 | null, crystals: number): void {
  const before = dragon.data.DragonPhase;
  const prey = game.squid.players.filter(
    (one) => isMortal(one) && Math.hypot(one.position.x, one.position.z) < chargesWithin,
  );
  const [chance, likely] = [Math.random(), likelihood(crystals)];
  const isCircling = before === phases.circling;
  const swoops = before === phases.sitting || (isCircling && chance < likely.charge);
  flight.until = game.squid.tickCount + ticks.tries;
  flight.prey = null;
  if (before === phases.landing && perch) {
    dragon.velocity = new Vec3(0, 0, 0);
    flight.until = game.squid.tickCount + ticks.sits;
    become(dragon, phases.sitting);
  } else if (swoops && prey.length > 0) {
    flight.prey = prey[between(0, prey.length - 1)] ?? null;
    become(dragon, phases.charging);
  } else if (perch && isCircling && chance > 1 - likely.land) {
    flight.to = perch;
    become(dragon, phases.landing);
  } else {
    flight.angle += circle.turn;
    const radius = between(...circle.radius);
    flight.to = new Vec3(Math.cos(flight.angle) * radius, between(...circle.height), Math.sin(flight.angle) * radius);
    become(dragon, phases.circling);
  }
}

function become(dragon: Creature, phase: number): void {
  if (dragon.data.DragonPhase === phase) return;
  dragon.data.DragonPhase = phase;
  showMetadata(dragon);
}

/** The damage to an entity that it touches at a place. */
export function damageAt({ position, velocity }: Pick<Creature, 'position' | 'velocity'>, at: Vec3): number {
  const mouth = position.plus(velocity.scaled(head.ahead / (velocity.norm() || 1)));
  return mouth.distanceTo(at) < head.reach ? damages.head : damages.body;
}

/** Hurts and throws away those whom it touches. */
function strike(game: Game, dragon: Creature): void {
  const { width, height } = sizeOf(dragon);
  for (const player of game.squid.players) {
    const { x, y, z } = player.position.minus(dragon.position);
    const isTouched = Math.max(Math.abs(x), Math.abs(z)) < width / 2 && y > -2 && y < height;
    if (isTouched && harm(game, dragon, player, damageAt(dragon, player.position), 'mob'))
      pushBack(player, dragon.position, pushTimes);
  }
}
