const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How far zones lie from UTC at most, and a little more. */
const farthestWestMs = 15 * hourMs;
const farthestEastMs = 17 * hourMs;

/** When something is done: at a time of day, `HH:MM`, of a zone's clock, on days of the week, of which Monday is 1. */
export interface Times {
  time: string;
  weekdays: readonly number[];
  zone: string;
}

/** A missed run is not made up for after this time. */
const graceMs = 10 * minuteMs;

export function isTooLate(due: Date, now: Date): boolean {
  return now.getTime() - due.getTime() > graceMs;
}

/**
 * The first run after a moment. If clocks skip the time, it is the first minute after the gap; if they go back
 * and the time occurs twice, the first of the two.
 */
export function nextRun({ time, weekdays, zone }: Times, after: Date): Date {
  const clock = clockOf(zone);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const today = Math.floor(clock(after.getTime()) / dayMs) * dayMs;
  // A day that the zone leaves out falls on the beginning of the next: eight days are enough, and one before for its end.
  for (let day = today - dayMs; day <= today + 9 * dayMs; day += dayMs) {
    if (!weekdays.includes(weekdayOf(day))) continue;
    const run = instantOf(clock, day + hours * hourMs + minutes * minuteMs);
    if (run > after.getTime()) return new Date(run);
  }
  throw new Error(`There is no run at ${time} on ${weekdays.join()} in ${zone}`);
}

/** What the zone's clock shows at a moment, as if it were UTC: both in milliseconds since the epoch. */
type Clock = (at: number) => number;

function clockOf(zone: string): Clock {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

/** The first moment at which the clock shows this, or, if it never does, the first at which it shows more. */
function instantOf(clock: Clock, shown: number): number {
  const [before, later] = [shown - farthestWestMs, shown + farthestEastMs];
  const offsets = [before, later].map((at) => clock(at) - at);
  const matches = offsets.map((offset) => shown - offset).filter((at) => clock(at) === shown);
  if (matches.length > 0) return Math.min(...matches);
  // The clock jumps over it. Elsewhere it only increases, so the jump is found by bisection.
  let [low, high] = [Math.floor(before / minuteMs), Math.ceil(later / minuteMs)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (clock(middle * minuteMs) > shown) high = middle;
    else low = middle;
  }
  return high * minuteMs;
}

/** @param day midnight of UTC, in milliseconds since the epoch */
function weekdayOf(day: number): number {
  return new Date(day).getUTCDay() || 7;
}
