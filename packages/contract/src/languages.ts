/** The languages of the interface; the first is the default and the fallback. */
export const languages = ['en', 'ru', 'pl'] as const;
export type Language = (typeof languages)[number];

/**
 * The cookies that hold a language, the strongest first: the visitor's choice; and, for the browser's session if they have
 * chosen none, that of their account and that of their place.
 */
export const languageCookies = { chosen: 'locale', account: 'account-language', place: 'place-language' };

/** Languages whose speakers mostly know Russian too: they get Russian where their own language is not available. */
const russianReaders = new Set(['ru', 'be', 'kk', 'uk']);

/** The language for a language tag, if we have one. @param tag such as `pl-PL` */
export function languageOfTag(tag: string | null | undefined): Language | undefined {
  const primary = tag?.trim().split(/[-;]/)[0]?.toLowerCase() ?? '';
  return russianReaders.has(primary) ? 'ru' : languages.find((known) => known === primary);
}
