import type { Game } from '../rules/game.ts';

/** What survival does in each tick of the game, which rests while nobody is on. */
export function beginSurvival(game: Game): void {
  game.squid.on('tick', () => game.groundItems.tick());
}
