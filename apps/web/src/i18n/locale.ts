import { type Language, languageCookies, languageOfTag, languages } from '@realmkeep/contract/languages';

const cookieDays = 365;

/** A cookie's value, null when there is none. @param cookies as `document.cookie` */
export function readCookie(cookies: string, name: string): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1] ?? null;
}

/** What was chosen: the cookie. null when nothing was. */
export function chosenLanguage(cookies: string): Language | null {
  return languageOfTag(readCookie(cookies, languageCookies.chosen)) ?? null;
}

/**
 * The language of a page not served by the api, in development: determined as by the api.
 * @param cookies as in `document.cookie`
 * @param wanted language tags, the best first
 */
export function initialLanguage(cookies: string, wanted: readonly string[]): Language {
  const kept = Object.values(languageCookies).map((name) => readCookie(cookies, name));
  for (const tag of [...kept, ...wanted]) {
    const language = languageOfTag(tag);
    if (language) return language;
  }
  return languages[0];
}

/** The language as the visitor's region writes it, where the browser asks for one: `en-GB`; else the language alone. */
export function regionalLocale(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.startsWith(`${language}-`) && /^[a-z]+-(?:[A-Z]{2}|\d{3})$/.test(tag)) ?? language;
}

/** The cookie that keeps the choice, for `document.cookie`. */
export function localeCookie(language: Language): string {
  return `${languageCookies.chosen}=${language}; Max-Age=${cookieDays * 24 * 60 * 60}; Path=/; SameSite=Lax`;
}

/** A session cookie with a detected language, see LanguageDetector; null removes it. */
export function foundCookie(of: 'account' | 'place', language: Language | '' | null): string {
  return `${languageCookies[of]}=${language ?? ''}; Path=/; SameSite=Lax${language === null ? '; Max-Age=-1' : ''}`;
}
