import { type Language, languages } from '@realmkeep/contract/languages';

const cookieDays = 365;

/** The languages whose speakers are mostly at home in Russian as well: those get it where their own is not to be had. */
const russianReaders = new Set(['ru', 'be', 'kk', 'uk']);

/** Where the browser keeps, for its session, what was found out of a visitor who has chosen nothing: see FirstLanguage. */
export const foundKeys = { account: 'account-language', place: 'place-language' };

/** What was chosen: the cookie. null when nothing was. */
export function chosenLanguage(cookies: string): Language | null {
  return languageOfTag(/(?:^|;\s*)locale=(\w+)/.exec(cookies)?.[1]) ?? null;
}

/**
 * The language to begin with: what was chosen, else the first of those wanted that we have.
 * @param cookies as `document.cookie`
 * @param wanted language tags, the best first
 */
export function initialLanguage(cookies: string, wanted: readonly (string | null)[]): Language {
  for (const tag of [chosenLanguage(cookies), ...wanted]) {
    const language = languageOfTag(tag);
    if (language) return language;
  }
  return languages[0];
}

/** The language that readers of a tag's get, if we have one. */
export function languageOfTag(tag: string | null | undefined): Language | undefined {
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
