import { standInPortal } from '../dimensions/portals.ts';
import { showLatencies } from '../players/player-list.ts';
import { pressPlates } from '../redstone/plates.ts';
import { passTime } from '../rules/days.ts';
import type { Game } from '../rules/game.ts';
import { changesWeather } from '../rules/weather.ts';
import { checkWindows, showItems } from '../windows/open-windows.ts';
import { sleep } from './beds.ts';
import { bodyOf, isMortal } from './body.ts';
import { showDigging } from './digging/digging.ts';
import { feelEffects } from './potions/effect-turns.ts';
import { digest, eat } from './hunger.ts';
import { feel } from './surroundings.ts';

/** So often it is looked whether what players have opened is still there. */
const windowTicks = 10;
const latencyTicks = 600;

/** The parts of a dimension that have their turn in each tick, in this order. */
const beforePlates = [
  'groundItems',
  'spawners',
  'creatures',
  'arrows',
  'fireballs',
  'minecarts',
  'enderEyes',
  'thrownPotions',
  'boats',
  'fishing',
  'gliding',
  'machines',
] as const;
const afterPlates = ['blockTicks', 'redstone', 'commandBlocks', 'tnt', 'explosions', 'randomTicks'] as const;

/** Registers what survival does in each tick of the game, which pauses while nobody is online. */
export function beginSurvival(realm: Game): void {
  const { server, dimensions, skies } = realm;
  server.on('tick', () => {
    passTime(server);
    if (changesWeather(realm)) skies.tick();
    dimensions.all.forEach(live);
    if (server.tickCount % latencyTicks === 0) showLatencies(server);
  });
}

function live(game: Game): void {
  const { squid } = game;
  // Players who have left the End no longer see its dragon's health.
  if (game.world.dimension === 'end') game.dragonFight.tick(game);
  if (squid.players.length === 0) return;
  for (const part of beforePlates) game[part].tick();
  pressPlates(game);
  for (const part of afterPlates) game[part].tick();
  for (const player of squid.players) {
    feelEffects(game, player);
    bodyOf(player).chargeTicks += 1;
    if (isMortal(player)) feel(game, player);
    if (!isMortal(player)) continue;
    eat(game, player);
    digest(game, player);
  }
  showDigging(game);
  sleep(game);
  // Some leave for another dimension.
  for (const player of squid.players.slice()) standInPortal(game, player);
  if (squid.tickCount % windowTicks === 0) checkWindows(game);
  showItems(game);
}
