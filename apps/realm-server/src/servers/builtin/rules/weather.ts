import type { Weather } from '@realmkeep/realm-protocol';
import type { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import type { Tag } from '../../../world-format/nbt-fields.ts';
import { int } from '../../../world-format/nbt-tags.ts';
import type { Client, Squid } from '../squid/squid.ts';
import type { Game } from './game.ts';

/** How long each lasts, from and to, in ticks. Source: the game's ServerLevel (1.16.5) */
const spans = {
  dry: [12_000, 180_000],
  rain: [12_000, 24_000],
  calm: [12_000, 180_000],
  thunder: [3600, 15_600],
} as const;
/** The default duration of weather set by a command. */
const commandTicks = 6000;
const mostTicks = 20_000_000;
/** So often the time that is left is kept. */
const keepTicks = 1200;
const names = ['clearWeatherTime', 'rainTime', 'thunderTime', 'raining', 'thundering'] as const;

/** The weather, as stored in the game's level.dat. It advances while somebody is online. */
export class Skies {
  readonly #squid: Squid;
  /** Ticks that are left, and whether (1) or not (0). */
  #now: Record<(typeof names)[number], number>;
  #changed: () => void = () => undefined;

  constructor(squid: Squid) {
    this.#squid = squid;
    this.#now = { clearWeatherTime: 0, rainTime: 0, thunderTime: 0, raining: 0, thundering: 0 };
  }

  get weather(): Weather {
    if (this.#now.raining === 0) return 'clear';
    return this.#now.thundering === 1 ? 'thunder' : 'rain';
  }

  /** @param saved from the game's level.dat @param changed called when it must be saved again */
  restore(saved: Record<string, unknown>, changed: () => void): void {
    this.#changed = changed;
    for (const name of names) {
      const value = Number(saved[name] ?? 0);
      const most = name === 'raining' || name === 'thundering' ? 1 : mostTicks;
      this.#now[name] = Number.isInteger(value) ? Math.max(0, Math.min(most, value)) : 0;
    }
  }

  toTags(): Record<string, Tag> {
    return Object.fromEntries(
      names.map((name) => [
        name,
        name.endsWith('ing') ? { type: 'byte', value: this.#now[name] } : int(this.#now[name]),
      ]),
    );
  }

  /** @param ticks until it changes by itself, where it does */
  set(weather: Weather, ticks = commandTicks): void {
    const left = Math.max(1, Math.min(mostTicks, ticks));
    const isClear = weather === 'clear';
    this.#now = {
      clearWeatherTime: isClear ? left : 0,
      rainTime: isClear ? 0 : left,
      thunderTime: weather === 'thunder' ? left : 0,
      raining: Number(!isClear),
      thundering: Number(weather === 'thunder'),
    };
    this.#tell();
  }

  /** Everybody has slept: the sky is clear, and it is open when that ends. */
  clear(): void {
    if (this.weather === 'clear') return;
    this.#now = { clearWeatherTime: 0, rainTime: 0, thunderTime: 0, raining: 0, thundering: 0 };
    this.#tell();
  }

  tick(): void {
    const before = this.weather;
    const now = this.#now;
    if (now.clearWeatherTime > 0) now.clearWeatherTime -= 1;
    else {
      [now.thundering, now.thunderTime] = turn(now.thundering, now.thunderTime, spans.thunder, spans.calm);
      [now.raining, now.rainTime] = turn(now.raining, now.rainTime, spans.rain, spans.dry);
    }
    if (this.weather !== before) this.#tell();
    else if (this.#squid.tickCount % keepTicks === 0) this.#changed();
  }

  #tell(): void {
    this.#changed();
    for (const { _client, world } of this.#squid.players) {
      if (world.dimension === 'overworld') showWeather(_client, this.weather);
    }
  }
}

/** One tick of rain or thunder, which flips when its time is over. */
function turn(
  is: number,
  left: number,
  yes: readonly [number, number],
  no: readonly [number, number],
): [number, number] {
  if (left > 1) return [is, left - 1];
  const next = left === 1 ? 1 - is : is;
  const [least, most] = next === 1 ? yes : no;
  return [next, least + Math.floor(Math.random() * (most - least))];
}

/** Whether the weather changes by itself: if both the realm's setting and the world's rule allow it. */
export function changesWeather({ settings, rules }: Pick<Game, 'settings' | 'rules'>): boolean {
  return settings.weatherCycle && rules.isOn('doWeatherCycle');
}

/** Whether rain falls on a place: nothing solid is above it. */
export function isRainedOn(game: Pick<Game, 'skies' | 'world' | 'squid'>, at: Vec3): boolean {
  if (game.skies.weather === 'clear' || game.world.dimension !== 'overworld') return false;
  for (let above = at.floored().offset(0, 1, 0); above.y < 256; above = above.offset(0, 1, 0)) {
    const kind = blockAt(game, above)?.kind;
    if (kind?.boundingBox === 'block' || kind?.name === 'water') return false;
  }
  return true;
}

/** Shows the sky of a dimension to a client that takes it to be clear. */
export function showSky({ skies: { weather }, world }: Pick<Game, 'skies' | 'world'>, client: Client): void {
  if (weather !== 'clear' && world.dimension === 'overworld') showWeather(client, weather);
}

/** Packet game_state_change of protocol 754: rain and thunder are shown by levels from 0 to 1. */
function showWeather(client: Client, weather: Weather): void {
  const change = (reason: string, level: number) => client.write('game_state_change', { reason, gameMode: level });
  change(weather === 'clear' ? 'stop_raining' : 'start_raining', 0);
  change('rain_level_change', weather === 'clear' ? 0 : 1);
  change('thunder_level_change', weather === 'thunder' ? 1 : 0);
}
