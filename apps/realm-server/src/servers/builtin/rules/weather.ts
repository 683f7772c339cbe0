import type { Weather } from '@realmkeep/realm-protocol';
import type { Game } from './game.ts';
import type { Client } from '../squid/squid.ts';

/** By the realm's overworld. */
const ending = new WeakMap<Game, NodeJS.Timeout>();

/**
 * Until the realm ends: nothing in the world follows from the weather, so it is not kept.
 * @param seconds after which it is clear again; left out, it stays
 */
export function setWeather({ dimensions }: Game, weather: Weather, seconds?: number): void {
  const game = dimensions.of('overworld');
  game.weather = weather;
  clearTimeout(ending.get(game));
  if (seconds && weather !== 'clear') {
    ending.set(game, setTimeout(() => setWeather(game, 'clear'), seconds * 1000).unref());
  }
  for (const { _client } of game.squid.players) showWeather(_client, weather);
}

/** Packet game_state_change of protocol 754: rain and thunder are shown by levels from 0 to 1. */
export function showWeather(client: Client, weather: Weather): void {
  const change = (reason: string, level: number) => client.write('game_state_change', { reason, gameMode: level });
  change(weather === 'clear' ? 'stop_raining' : 'start_raining', 0);
  change('rain_level_change', weather === 'clear' ? 0 : 1);
  change('thunder_level_change', weather === 'thunder' ? 1 : 0);
}
