import type { Client, Squid } from '../squid/squid.ts';
import type { Game } from './game.ts';

/** In ticks. */
const day = 24_000;
/** Clients count on by themselves between. */
const tellTicks = 20;

/** Whether the time of day goes on: where the realm's setting and the world's rule both let it. */
export function runsDays({ settings, rules }: Pick<Game, 'settings' | 'rules'>): boolean {
  return settings.daylightCycle && rules.isOn('doDaylightCycle');
}

/** One tick of the sun. */
export function passTime(squid: Squid): void {
  if (squid.tickCount % tellTicks !== 0) return;
  if (squid.doDaylightCycle) setTime(squid, timeOf(squid) + tellTicks);
  else for (const { _client } of squid.players) showTime(squid, _client);
}

/** The ticks of all days since the first morning. */
export function timeOf({ days, time }: Squid): number {
  return days * day + time;
}

/** @param ticks as `timeOf` counts them */
export function setTime(squid: Squid, ticks: number): void {
  squid.days = Math.floor(ticks / day);
  squid.time = ticks % day;
  for (const { _client } of squid.players) showTime(squid, _client);
}

/** The next morning comes. */
export function beginDay(squid: Squid): void {
  setTime(squid, (squid.days + 1) * day);
}

/** Packet update_time of protocol 754: a time below 0 stands still on the client. */
export function showTime(squid: Squid, client: Client): void {
  const now = BigInt(timeOf(squid));
  client.write('update_time', { age: BigInt(squid.tickCount), time: squid.doDaylightCycle ? now : -(now || 1n) });
}
