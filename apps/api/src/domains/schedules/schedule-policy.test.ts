import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTooLate, nextRun, type Times } from './schedule-policy.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const runAfter = (times: Times, after: string) => nextRun(times, new Date(after)).toISOString();

const at = (zone: string, time: string): Times => ({ time, weekdays: everyDay, zone });
const warsaw = (time: string, weekdays = everyDay): Times => ({ time, weekdays, zone: 'Europe/Warsaw' });

describe('the next run', () => {
  test('is today if the time is still to come, else on the next of the days', () => {
    expect(runAfter(warsaw('12:00'), '2026-06-01T09:59:59.999Z')).toBe('2026-06-01T10:00:00.000Z');
    expect(runAfter(warsaw('12:00'), '2026-06-01T10:00:00.000Z')).toBe('2026-06-02T10:00:00.000Z');
    // 1 June 2026 is a Monday.
    expect(runAfter(warsaw('12:00', [1]), '2026-06-01T10:00:00Z')).toBe('2026-06-08T10:00:00.000Z');
    expect(runAfter(warsaw('00:30', [3]), '2026-06-02T22:00:00Z')).toBe('2026-06-02T22:30:00.000Z');
  });

  test('keeps the hour of the clock when clocks change', () => {
    expect(runAfter(warsaw('12:00'), '2026-03-28T12:00:00Z')).toBe('2026-03-29T10:00:00.000Z');
    expect(runAfter(warsaw('12:00'), '2026-10-24T12:00:00Z')).toBe('2026-10-25T11:00:00.000Z');
  });

  test('of a time that is left out is the first minute that there is', () => {
    expect(runAfter(warsaw('02:30'), '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(runAfter(warsaw('02:30'), '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:30:00.000Z');
  });

  test('of a time that comes twice is the first, and no other that day', () => {
    expect(runAfter(warsaw('02:30'), '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(runAfter(warsaw('02:30'), '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
  });

  test('is right where clocks change by half an hour, at midnight, and by a whole day', () => {
    expect(runAfter(at('Australia/Lord_Howe', '02:15'), '2026-10-03T00:00:00Z')).toBe('2026-10-03T15:30:00.000Z');
    expect(runAfter(at('Africa/Cairo', '00:15'), '2026-04-23T12:00:00Z')).toBe('2026-04-23T22:00:00.000Z');
    // Apia had no 30 December 2011, a Friday.
    const friday = { ...at('Pacific/Apia', '12:00'), weekdays: [5] };
    expect(runAfter(friday, '2011-12-29T00:00:00Z')).toBe('2011-12-30T10:00:00.000Z');
    expect(runAfter(friday, '2011-12-30T10:00:00Z')).toBe('2012-01-05T22:00:00.000Z');
  });
});

const formats = new Map<string, Intl.DateTimeFormat>();

/** What a wall clock shows. */
function shown(at: number, zone: string): { time: string; day: string } {
  const known = formats.get(zone);
  const format = known ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(zone, format);
  const [day = '', time = ''] = format.format(at).split(', ');
  return { day, time };
}

const minuteMs = 60_000;
const zones = fc.constantFrom(
  ...Intl.supportedValuesOf('timeZone'),
  // Those that change the most often, or by the most.
  'Europe/Warsaw',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Havana',
  'Asia/Beirut',
);
const clockTime = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
// After the day that Apia left out.
const moment = fc.date({ min: new Date('2012-01-02Z'), max: new Date('2060-01-01Z'), noInvalidDate: true });

/** Monday is 1. */
function weekdayOf(day: string): number {
  const [monthDay = 0, month = 0, year = 0] = day.split('/').map(Number);
  return new Date(Date.UTC(year, month - 1, monthDay)).getUTCDay() || 7;
}

function isRight(zone: string, time: string, after: Date): boolean {
  const times = { time, weekdays: everyDay, zone };
  const run = nextRun(times, after).getTime();
  const [at, before] = [shown(run, zone), shown(run - minuteMs, zone)];
  const isOverGap = at.day === before.day ? before.time < time && time < at.time : true;
  const hours = (nextRun(times, new Date(run)).getTime() - run) / (60 * minuteMs);
  return run > after.getTime() && (at.time === time || isOverGap) && hours > 20 && hours < 28;
}

function isFirst(zone: string, time: string, after: Date): boolean {
  const run = nextRun({ time, weekdays: everyDay, zone }, after).getTime();
  const today = shown(after.getTime(), zone).day;
  const first = Math.ceil((after.getTime() + 1) / minuteMs) * minuteMs;
  for (let at = first; at < run; at += minuteMs) {
    const here = shown(at, zone);
    // The clock may show it again, after a run of this day that was before.
    if (here.time === time && here.day !== today) return false;
  }
  return true;
}

function isChosen(zone: string, time: string, weekdays: number[], after: Date): boolean {
  const run = nextRun({ time, weekdays, zone }, after).getTime();
  const daily = { time, weekdays: everyDay, zone };
  let day = nextRun(daily, after);
  while (!weekdays.includes(weekdayOf(shown(day.getTime(), zone).day))) day = nextRun(daily, day);
  return run === day.getTime();
}

describe('whatever the zone', () => {
  test('every day has one run, at its time or over a gap of the clock', () => {
    expect(() => fc.assert(fc.property(zones, clockTime, moment, isRight), { numRuns: 1_000 })).not.toThrow();
  });

  test('no minute that shows the time is left out, but the second of two', () => {
    expect(() => fc.assert(fc.property(zones, clockTime, moment, isFirst), { numRuns: 200 })).not.toThrow();
  });

  test('it is on a day of the week that was chosen, and on the first of them', () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    expect(() => fc.assert(fc.property(zones, clockTime, days, moment, isChosen), { numRuns: 500 })).not.toThrow();
  });
});

test('a run is too late after ten minutes', () => {
  const due = new Date('2026-06-01T10:00:00Z');
  expect(isTooLate(due, new Date('2026-06-01T10:10:00Z'))).toBe(false);
  expect(isTooLate(due, new Date('2026-06-01T10:10:00.001Z'))).toBe(true);
});
