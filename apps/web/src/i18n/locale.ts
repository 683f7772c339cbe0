import { type Language, languages } from '@realmkeep/contract/languages';

const cookieDays = 365;

/** The languages whose speakers are mostly at home in Russian as well: those get it where their own is not to be had. */
const russianReaders = new Set(['ru', 'be', 'kk', 'uk']);

/** Where the browser keeps, for its session, what was found out of a visitor who has chosen nothing: see FirstLanguage. */
export const foundKeys = { account: 'account-language', place: 'place-language' };

/** What was chosen: the cookie. null when nothing was. */
export function chosenLanguage(cookies: string): Language | null {
  return ofTag(/(?:^|;\s*)locale=(\w+)/.exec(cookies)?.[1]) ?? null;
}

/**
 * The language to begin with: what was chosen, else the first of those wanted that we have.
 * @param cookies as `document.cookie`
 * @param wanted language tags, the best first
 */
export function initialLanguage(cookies: string, wanted: readonly (string | null)[]): Language {
  const chosen = chosenLanguage(cookies);
  if (chosen) return chosen;
  for (const tag of wanted) {
    const language = ofTag(tag);
    if (language) return language;
  }
  return languages[0];
}

/**
 * The language for a place, by the languages that are spoken there: `pl,en`. Only the first counts: the others are those of
 * neighbours and minorities. null leaves it to the browser; so does English, which everybody falls back to anyway.
 */
export function languageOfPlace(spoken: string): Language | null {
  const language = ofTag(spoken.split(',')[0]?.trim());
  return language === undefined || language === 'en' ? null : language;
}

function ofTag(tag: string | null | undefined): Language | undefined {
  const primary = tag?.split('-')[0]?.toLowerCase() ?? '';
  return russianReaders.has(primary) ? 'ru' : languages.find((known) => known === primary);
}

/** The language as the visitor's region writes it, where the browser asks for one: `en-GB`; else the language alone. */
export function regionalLocale(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.startsWith(`${language}-`) && /^[a-z]+-(?:[A-Z]{2}|\d{3})$/.test(tag)) ?? language;
}

/** The cookie that keeps the choice, for `document.cookie`. */
export function localeCookie(language: Language): string {
  return `locale=${language}; Max-Age=${cookieDays * 24 * 60 * 60}; Path=/; SameSite=Lax`;
}
