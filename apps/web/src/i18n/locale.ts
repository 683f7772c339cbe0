import { type Language, languages } from '@realmkeep/contract/languages';

const cookieDays = 365;

/** The languages whose speakers are mostly at home in Russian as well: those get it where their own is not to be had. */
const russianReaders = new Set(['ru', 'be', 'kk', 'uk']);

/**
 * The language to begin with: what was chosen (the cookie), else the first that the browser asks for and we have.
 * @param cookies as `document.cookie`
 * @param wanted language tags, the best first
 */
export function initialLanguage(cookies: string, wanted: readonly string[]): Language {
  const chosen = /(?:^|;\s*)locale=(\w+)/.exec(cookies)?.[1];
  for (const tag of [chosen, ...wanted]) {
    const primary = tag?.split('-')[0]?.toLowerCase() ?? '';
    const language = russianReaders.has(primary) ? 'ru' : languages.find((known) => known === primary);
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
  return `locale=${language}; Max-Age=${cookieDays * 24 * 60 * 60}; Path=/; SameSite=Lax`;
}
