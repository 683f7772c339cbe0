// @vitest-environment happy-dom
import { act } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AuthServer, startAuthServer, tokenPair } from '../../../test/auth-server.ts';
import { render, type Rendered } from '../../../test/render.ts';
import { readCookie } from '../../i18n/locale.ts';
import { writeTokens } from '../../session/tokens.ts';

let server: AuthServer;
let session: (typeof import('../../api/api.ts'))['session'];
let LanguageDetector: (typeof import('./LanguageDetector.tsx'))['LanguageDetector'];
let loadLanguage: (typeof import('../../i18n/messages.ts'))['loadLanguage'];
let I18nProvider: (typeof import('../../i18n/I18nProvider.tsx'))['I18nProvider'];
let useI18n: (typeof import('../../i18n/I18nProvider.tsx'))['useI18n'];
let rendered: Rendered | undefined;
/** The api's answer, and the requests to it. */
let account = 'en';
let place = '';
let used = false;
const asked = () => server.asked.map(({ call }) => call);

beforeAll(async () => {
  server = await startAuthServer(({ call }) => {
    if (call === 'GET /api/user/me/language') return { data: { language: account } };
    return call === 'GET /api/geo/languages' ? { data: { languages: place } } : {};
  });
  const browser = window as unknown as { happyDOM: { setURL: (url: string) => void } };
  browser.happyDOM.setURL(new URL('/', server.baseUrl).href);
  Object.assign(navigator, {
    userActivation: {
      get hasBeenActive() {
        return used;
      },
    },
  });
  // An answer counts here however late a busy machine gives it.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  // Another file of this worker may have loaded them for another address.
  vi.resetModules();
  ({ session } = await import('../../api/api.ts'));
  ({ loadLanguage } = await import('../../i18n/messages.ts'));
  ({ I18nProvider, useI18n } = await import('../../i18n/I18nProvider.tsx'));
  ({ LanguageDetector } = await import('./LanguageDetector.tsx'));
  // The tests wait for answers, not for chunks.
  await Promise.all((['en', 'ru', 'pl'] as const).map(loadLanguage));
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(() => {
  localStorage.clear();
  // Of 0 happy-dom keeps it for the rest of the millisecond.
  for (const name of ['locale', 'account-language', 'place-language']) document.cookie = `${name}=; Max-Age=-1; Path=/`;
  session.followEvent({ key: null });
  server.asked = [];
  used = false;
});
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

function Shown() {
  const { language, choose } = useI18n();
  return <button onClick={() => void choose('pl')}>{language}</button>;
}

/** A page that has begun in English. */
async function openPage(): Promise<void> {
  await loadLanguage('en');
  rendered = await render(
    <I18nProvider prerendered={false} language="en">
      <Shown />
      <LanguageDetector />
    </I18nProvider>,
  );
}

const shown = () => rendered?.container.textContent;
const becomes = (language: string) => expect.poll(async () => act(async () => shown()), { interval: 5 }).toBe(language);
const found = (key: string) => readCookie(document.cookie, key);
/** Until what was found out is kept. */
const isKnown = (key: string) => expect.poll(() => found(key), { interval: 5 }).not.toBeNull();

function logIn(): void {
  writeTokens(localStorage, tokenPair(1));
  session.followEvent({ key: null });
}

test('a visitor gets the language of their place; it is asked for once, and does not count as a choice', async () => {
  place = 'pl,en';
  await openPage();
  await becomes('pl');
  expect(document.cookie).toBe('place-language=pl');
  await rendered?.unmount();
  await openPage();
  expect(asked()).toEqual(['GET /api/geo/languages']);
});

test('a place without a language of ours leaves the page as it is, and is remembered too', async () => {
  place = 'de';
  await openPage();
  await isKnown('place-language');
  expect(shown()).toBe('en');
});

test('who has chosen is not asked about', async () => {
  place = 'ru';
  document.cookie = 'locale=en; Path=/';
  await openPage();
  logIn();
  await act(async () => {});
  expect(asked()).toEqual([]);
});

test('a page that is in use keeps its language until the next one', async () => {
  place = 'ru';
  used = true;
  await openPage();
  await isKnown('place-language');
  await act(async () => {});
  expect(shown()).toBe('en');
  expect(found('place-language')).toBe('ru');
});

test('a choice made while the answer is on its way stands', async () => {
  place = 'ru';
  await openPage();
  await act(async () => rendered?.container.querySelector('button')?.click());
  await becomes('pl');
  await isKnown('place-language');
  await act(async () => {});
  expect(shown()).toBe('pl');
});

test('after a login the account’s language applies, and after the logout it is forgotten', async () => {
  place = '';
  account = 'ru';
  used = true;
  await openPage();
  await act(async () => logIn());
  await becomes('ru');
  expect(found('account-language')).toBe('ru');
  localStorage.clear();
  await act(async () => session.followEvent({ key: null }));
  expect(found('account-language')).toBeNull();
});

test('for a logged-in player, the language of the place is not asked for', async () => {
  place = 'ru';
  account = 'pl';
  logIn();
  await openPage();
  await becomes('pl');
  expect(asked()).toEqual(['GET /api/user/me/language']);
});

test('a choice that is being told is not told again', async () => {
  const { tellAccountLanguage } = await import('./account-language.ts');
  logIn();
  const telling = tellAccountLanguage('pl');
  await expect.poll(() => localStorage.getItem('untoldLanguage'), { interval: 1 }).toBe('pl');
  await openPage();
  await telling;
  await isKnown('account-language');
  expect(asked().toSorted()).toEqual(['GET /api/user/me/language', 'PATCH /api/user/update/language']);
});
