import type { Tag } from '../../../world-format/nbt-fields.ts';
import type { Client, Squid } from '../squid/squid.ts';
import type { Game } from './game.ts';

/** In ticks. */
const day = 24_000;
const morning = 1000;
/** A thousand years; a later day in a file was not written by this server. */
const latest = 1000 * 365 * day;
/** Clients count on by themselves between. */
const tellTicks = 20;
/** So often the time is kept while it goes on by itself. */
const keepTicks = 1200;
/** The event for a time that must be saved. */
const timeChanged = 'time';

/** Whether the time of day advances: if both the realm's setting and the world's rule allow it. */
export function runsDays({ settings, rules }: Pick<Game, 'settings' | 'rules'>): boolean {
  return settings.daylightCycle && rules.isOn('doDaylightCycle');
}

/** One tick of the sun. */
export function passTime(squid: Squid): void {
  if (squid.tickCount % keepTicks === 0) keepTime(squid);
  if (squid.tickCount % tellTicks !== 0) return;
  if (squid.doDaylightCycle) tellTime(squid, timeOf(squid) + tellTicks);
  else for (const { _client } of squid.players) showTime(squid, _client);
}

/** The ticks of all days since the first morning. */
export function timeOf({ days, time }: Squid): number {
  return days * day + time;
}

/** @param ticks as `timeOf` counts them */
export function setTime(squid: Squid, ticks: number): void {
  tellTime(squid, ticks);
  keepTime(squid);
}

function tellTime(squid: Squid, ticks: number): void {
  squid.days = Math.floor(ticks / day);
  squid.time = ticks % day;
  for (const { _client } of squid.players) showTime(squid, _client);
}

/** Restores the saved time. @param saved from the game's level.dat @param changed called when it must be saved again */
export function restoreTime(squid: Squid, saved: Record<string, unknown>, changed: () => void): void {
  const [age, ticks] = [ticksOf(saved['Time']), ticksOf(saved['DayTime'])];
  squid.tickCount = age ?? 0;
  squid.days = Math.floor((ticks ?? morning) / day);
  squid.time = (ticks ?? morning) % day;
  squid.on(timeChanged, changed);
}

/** Requests that the current time is saved. */
export function keepTime(squid: Squid): void {
  squid.emit(timeChanged);
}

/** As the game's level.dat has it: the ticks of the world, and of its days. */
export function timeTags(squid: Squid): Record<string, Tag> {
  return { Time: long(squid.tickCount), DayTime: long(timeOf(squid)) };
}

/** The library has 64 bits in two halves. */
function long(value: number): Tag {
  return { type: 'long', value: [Math.floor(value / 2 ** 32), value | 0] };
}

function ticksOf(value: unknown): number | null {
  const [high, low] = Array.isArray(value) ? (value as unknown[]).map(Number) : [];
  const ticks = Number(high) * 2 ** 32 + (Number(low) >>> 0);
  return Number.isSafeInteger(ticks) && ticks >= 0 && ticks <= latest ? ticks : null;
}

/** Skips to the next morning. */
export function beginDay(squid: Squid): void {
  setTime(squid, (squid.days + 1) * day);
}

/** Packet update_time of protocol 754: a negative time stands still on the client. */
export function showTime(squid: Squid, client: Client): void {
  const now = BigInt(timeOf(squid));
  client.write('update_time', { age: BigInt(squid.tickCount), time: squid.doDaylightCycle ? now : -(now || 1n) });
}
