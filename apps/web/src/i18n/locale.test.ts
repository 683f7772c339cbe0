import { expect, test } from 'vitest';
import { chosenLanguage, foundCookie, initialLanguage, localeCookie, regionalLocale } from './locale.ts';

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
  // The account's and the place's precede the browser's; neither may be known.
  ['place-language=ru; account-language=pl', ['en-GB'], 'pl'],
  ['place-language=ru', ['en-GB'], 'ru'],
  ['place-language=', ['en-GB'], 'en'],
  ['account-language=pl; place-language=ru; locale=en', ['pl-PL'], 'en'],
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

test('only the cookie is a choice', () => {
  expect(chosenLanguage('theme=dark; locale=pl')).toBe('pl');
  expect(chosenLanguage('locale=xx')).toBeNull();
  expect(chosenLanguage('')).toBeNull();
});

test('what was found out is kept for the browser’s session', () => {
  expect(foundCookie('place', 'pl')).toBe('place-language=pl; Path=/; SameSite=Lax');
  expect(foundCookie('place', '')).toBe('place-language=; Path=/; SameSite=Lax');
  expect(foundCookie('account', null)).toBe('account-language=; Path=/; SameSite=Lax; Max-Age=-1');
});

test('the choice is kept for 365 days on the whole site', () => {
  expect(localeCookie('pl')).toBe('locale=pl; Max-Age=31536000; Path=/; SameSite=Lax');
});
