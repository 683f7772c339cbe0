import { expect, test } from 'vitest';
import { languageOfPlace } from './language-of-place.ts';

test.each([
  ['pl', 'pl'],
  ['pl,en', 'pl'],
  ['ru,tt,xal', 'ru'],
  ['be,ru', 'ru'],
  ['kk,ru', 'ru'],
  ['uk,ru-UA,rom,pl,hu', 'ru'],
  ['lt,ru,pl', null],
  ['en-US,es-US', null],
  ['de', null],
  ['', null],
])('%j: %s', (spoken, language) => {
  expect(languageOfPlace(spoken)).toBe(language);
});
