import { keepHour } from '../../i18n/format.ts';

/** 2024 began with a Monday. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 24 * 60 * 60 * 1000;

/** The name of a day of the week, of which Monday is 1. */
export function weekdayName(weekday: number, locale: string, width: 'short' | 'long'): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' });
  return format.format(monday + (weekday - 1) * dayMs);
}

/** On which days, in short. @param everyDay what all seven are called */
export function daysText(weekdays: readonly number[], locale: string, everyDay: string): string {
  if (weekdays.length === 7) return everyDay;
  return weekdays.map((weekday) => weekdayName(weekday, locale, 'short')).join(', ');
}

/** A time of day, `HH:MM`, as people of the locale write it. */
export function clockText(time: string, locale: string): string {
  return clockIn('UTC', locale, new Date(`2024-01-01T${time}Z`));
}

function clockIn(timeZone: string, locale: string, moment: Date): string {
  return keepHour(new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(moment));
}

/** A moment as the clock of a zone shows it, with the day of the week. */
export function momentIn(iso: string, zone: string, locale: string): string {
  const day = new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long' });
  const moment = new Date(iso);
  return `${day.format(moment)}, ${clockIn(zone, locale, moment)}`;
}

/** Every time zone that the browser knows, and the chosen one. */
export function zoneOptions(chosen: string): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]);
  return [...zones].toSorted().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
