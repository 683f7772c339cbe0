import type { Game } from '../../rules/game.ts';
import { aimedAt } from '../attacking.ts';
import { type Creature, eyesOf } from '../creature.ts';
import { sound } from '../showing.ts';

/** What is shot at a visible target within the range, and the ticks in between. It is aimed so far below the eyes, and higher by a share of the distance, as it falls on its way. */
const ways = {
  skeleton: { what: 'arrow', within: 15, pause: 40, below: 0.5, rise: 0.2, spread: 0.015, damage: 2 },
  snow_golem: { what: 'snowball', within: 10, pause: 20, below: 0, rise: 0.1, spread: 0, damage: 0 },
} as const;
const speed = 1.6;
/** On HARD skeletons pause no longer than this. */
const shortPause = 20;
const hard = 3;

/** A skeleton shoots from where it sees its prey, and a snow golem throws snowballs at monsters. */
export function shoot(game: Game, creature: Creature): boolean {
  const way = ways[creature.name as keyof typeof ways];
  const prey = way && aimedAt(game, creature, way.within);
  if (!prey) return false;
  const { tickCount, difficulty } = game.squid;
  creature.walk = null;
  if (tickCount - creature.struckAt < (difficulty === hard ? shortPause : way.pause)) return true;
  creature.struckAt = tickCount;
  const from = eyesOf(creature);
  const aim = eyesOf(prey).offset(0, -way.below, 0).minus(from);
  aim.y += Math.hypot(aim.x, aim.z) * way.rise;
  // The higher the difficulty, the straighter.
  const error = (): number => (Math.random() - 0.5) * (14 - difficulty * 4) * way.spread;
  const velocity = aim.unit().offset(error(), error(), error()).scaled(speed);
  game.arrows.shoot(creature, from, velocity, way.damage, { name: way.what });
  sound(creature, `${creature.name}.shoot`);
  return true;
}
