/** The languages of the interface; the first is the default and the fallback. */
export const languages = ['en', 'ru', 'pl'] as const;
export type Language = (typeof languages)[number];

/**
 * The cookies that hold a language, the strongest first: what was chosen; and for the browser's session, of a visitor who has
 * chosen nothing, that of his account and that of his place.
 */
export const languageCookies = { chosen: 'locale', account: 'account-language', place: 'place-language' };

/** The languages whose speakers are mostly at home in Russian as well: those get it where their own is not to be had. */
const russianReaders = new Set(['ru', 'be', 'kk', 'uk']);

/** The language that readers of a tag's get, if we have one. @param tag as `pl-PL` */
export function languageOfTag(tag: string | null | undefined): Language | undefined {
  const primary = tag?.trim().split(/[-;]/)[0]?.toLowerCase() ?? '';
  return russianReaders.has(primary) ? 'ru' : languages.find((known) => known === primary);
}
