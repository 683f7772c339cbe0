import { standInPortal } from '../dimensions/portals.ts';
import type { Game } from '../rules/game.ts';
import { checkWindows } from '../windows/open-windows.ts';
import { sleep } from './beds.ts';
import { isMortal } from './body.ts';
import { digest, eat } from './hunger.ts';
import { feel } from './surroundings.ts';

/** So often it is looked whether what players have opened is still there. */
const windowTicks = 10;

/** What survival does in each tick of the game, which rests while nobody is on. */
export function beginSurvival({ server, dimensions }: Game): void {
  server.on('tick', () => dimensions.all.forEach(live));
}

function live(game: Game): void {
  const { squid, groundItems, machines, blockTicks } = game;
  if (squid.players.length === 0) return;
  groundItems.tick();
  machines.tick();
  blockTicks.tick();
  for (const player of squid.players) {
    if (isMortal(player)) feel(game, player);
    if (!isMortal(player)) continue;
    eat(game, player);
    digest(game, player);
  }
  sleep(game);
  // Some leave for another dimension.
  for (const player of squid.players.slice()) standInPortal(game, player);
  if (squid.tickCount % windowTicks === 0) checkWindows(game);
}
