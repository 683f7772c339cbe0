import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { between, type Creature } from './creature.ts';

/** So often a creature makes up its mind. */
export const thinkTicks = 5;
const wanders = 8;

/** What a creature does with the next moments. @returns whether it does, or leaves them to the next goal */
export type Goal = (game: Game, creature: Creature) => boolean;

/** The nearest living player who is no spectator, of those for whom the test holds. */
export function nearestPlayer(game: Game, { position }: Creature, within: number, test: (player: Player) => boolean) {
  let found: Player | null = null;
  let nearest = within;
  for (const player of game.squid.players) {
    const far = player.position.distanceTo(position);
    if (far > nearest || player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR || !test(player)) continue;
    [found, nearest] = [player, far];
  }
  return found;
}

/** To a place near by, by chance. */
export function goAnywhere(game: Game, creature: Creature, haste: number): boolean {
  creature.walk = null;
  const up = creature.kind.flies ? wanders : 2;
  const to = creature.position.offset(between(-wanders, wanders), between(-up, up), between(-wanders, wanders));
  return game.creatures.walk(creature, to, haste);
}
