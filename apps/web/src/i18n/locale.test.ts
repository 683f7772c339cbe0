import { expect, test } from 'vitest';
import { initialLanguage, localeCookie, regionalLocale } from './locale.ts';

test.each([
  ['locale=pl', ['ru-RU'], 'pl'],
  ['theme=dark; locale=ru', ['en'], 'ru'],
  ['notlocale=pl', ['en-GB'], 'en'],
  ['locale=xx', ['pl-PL', 'en'], 'pl'],
  ['', ['de-DE', 'pl'], 'pl'],
  ['', ['uk-UA', 'en'], 'ru'],
  ['', ['be'], 'ru'],
  ['', ['kk-KZ'], 'ru'],
  ['', ['fr'], 'en'],
  ['', [], 'en'],
])('cookie %j, browser %j: %s', (cookies, wanted, language) => {
  expect(initialLanguage(cookies, wanted)).toBe(language);
});

test.each([
  ['en', ['pl-PL', 'en', 'en-GB', 'en-US'], 'en-GB'],
  ['en', ['en-001'], 'en-001'],
  ['en', ['pl-PL', 'en'], 'en'],
  ['en', ['en-US@posix'], 'en'],
  ['ru', ['en-GB'], 'ru'],
  ['pl', [], 'pl'],
] as const)('%s in a browser of %j is written as %s', (language, wanted, locale) => {
  expect(regionalLocale(language, wanted)).toBe(locale);
});

test('the choice is kept for 365 days on the whole site', () => {
  expect(localeCookie('pl')).toBe('locale=pl; Max-Age=31536000; Path=/; SameSite=Lax');
});
