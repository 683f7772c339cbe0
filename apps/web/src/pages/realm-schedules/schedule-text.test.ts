import { expect, test } from 'vitest';
import { clockText, daysText, momentIn, zoneOptions } from './schedule-text.ts';

test('days are named in the language, and all of them by one word', () => {
  expect(daysText([1, 3, 7], 'en', 'Every day')).toBe('Mon, Wed, Sun');
  expect(daysText([1, 6], 'ru', 'Каждый день')).toBe('пн, сб');
  expect(daysText([1, 2, 3, 4, 5, 6, 7], 'pl', 'Codziennie')).toBe('Codziennie');
});

test('a time of day is written as the locale writes it', () => {
  expect(clockText('16:30', 'en-US')).toMatch(/^4:30\sPM$/);
  expect(clockText('16:30', 'en-GB')).toBe('16:30');
  expect(clockText('04:00', 'ru')).toBe('04:00');
});

test('a moment is told by the clock of the zone', () => {
  const text = momentIn('2026-06-01T23:30:00Z', 'Europe/Warsaw', 'en-GB');
  expect(text).toContain('Tuesday');
  expect(text).toContain('2 June');
  expect(text).toContain('01:30');
  expect(momentIn('2026-11-23T06:30:00Z', 'Europe/Warsaw', 'ru')).toBe('понедельник, 23 ноября, 07:30');
});

test('a zone that the browser does not list can be chosen if it is', () => {
  const values = zoneOptions('Europe/Kyiv').map(({ value }) => value);
  expect(values).toContain('Europe/Kyiv');
  expect(values).toContain('UTC');
  expect(new Set(values).size).toBe(values.length);
});
