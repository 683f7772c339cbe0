import type { Game } from '../rules/game.ts';
import { pressPlates } from '../redstone/plates.ts';
import { changesWeather } from '../rules/weather.ts';
import { checkWindows } from '../windows/open-windows.ts';
import { passTime } from '../rules/days.ts';
import { sleep } from './beds.ts';
import { isMortal } from './body.ts';
import { feelEffects } from './effect-turns.ts';
import { digest, eat } from './hunger.ts';
import { feel } from './surroundings.ts';

/** So often it is looked whether what players have opened is still there. */
const windowTicks = 10;

/** What survival does in each tick of the game, which rests while nobody is on. */
export function beginSurvival(game: Game): void {
  const { squid, groundItems, creatures, arrows, machines, blockTicks, redstone, commandBlocks } = game;
  const { tnt, explosions, randomTicks, skies, fishing, gliding } = game;
  squid.on('tick', () => {
    passTime(squid);
    groundItems.tick();
    creatures.tick();
    arrows.tick();
    fishing.tick();
    gliding.tick();
    machines.tick();
    pressPlates(game);
    blockTicks.tick();
    redstone.tick();
    commandBlocks.tick();
    tnt.tick();
    explosions.tick();
    randomTicks.tick();
    if (changesWeather(game)) skies.tick();
    for (const player of squid.players) {
      feelEffects(game, player);
      if (isMortal(player)) feel(game, player);
      if (!isMortal(player)) continue;
      eat(game, player);
      digest(game, player);
    }
    sleep(game);
    if (squid.tickCount % windowTicks === 0) checkWindows(game);
  });
}
