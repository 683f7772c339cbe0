import type { Game } from '../rules/game.ts';
import { checkWindows } from '../windows/open-windows.ts';

/** So often it is looked whether what players have opened is still there. */
const windowTicks = 10;

/** What survival does in each tick of the game, which rests while nobody is on. */
export function beginSurvival(game: Game): void {
  game.squid.on('tick', () => {
    game.groundItems.tick();
    if (game.squid.tickCount % windowTicks === 0) checkWindows(game);
  });
}
