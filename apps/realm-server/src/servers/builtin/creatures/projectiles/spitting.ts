import type { Game } from '../../rules/game.ts';
import { aimedAt } from '../attacking.ts';
import { type Creature, eyesOf } from '../creature.ts';
import { goAnywhere, thinkTicks } from '../goal.ts';
import { sound } from '../showing.ts';

/** What is shot at a visible target within the range: so many in a row, one per thought, and the next after so many ticks from the first. */
const ways = {
  blaze: { what: 'small_fireball', within: 48, shots: 3, periodTicks: 150, sound: 'blaze.shoot' },
  ghast: { what: 'fireball', within: 64, shots: 1, periodTicks: 60, sound: 'ghast.shoot' },
} as const;
const spread = 0.06;

/** Blazes and ghasts spit fire. Source: https://minecraft.wiki/w/Blaze, https://minecraft.wiki/w/Ghast (Java Edition 1.16) */
export function spit(game: Game, creature: Creature): boolean {
  const { name, id } = creature;
  const way = ways[name as keyof typeof ways];
  const prey = way && aimedAt(game, creature, way.within);
  if (!prey) return false;
  const { tickCount } = game.squid;
  // Ghasts float about, blazes stay above those whom they are after.
  if (name === 'ghast' && !creature.walk?.way.length) goAnywhere(game, creature, 1);
  if (name === 'blaze') {
    creature.walk = null;
    if (eyesOf(prey).y > eyesOf(creature).y) game.creatures.walk(creature, creature.position.offset(0, 2, 0));
  }
  if ((tickCount + id) % way.periodTicks >= way.shots * thinkTicks) return true;
  const from = eyesOf(creature);
  const aim = eyesOf(prey).offset(0, -0.5, 0).minus(from).unit();
  const error = (): number => (Math.random() - 0.5) * (way.shots > 1 ? spread : 0);
  game.fireballs.spit(way.what, creature, from, aim.offset(error(), error(), error()).unit());
  sound(creature, way.sound);
  return true;
}
