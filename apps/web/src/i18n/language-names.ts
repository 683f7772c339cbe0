import type { Language } from '@realmkeep/contract/languages';

/** Each language's own name: the same in all languages of the page. */
export const languageNames: Record<Language, string> = { en: 'English', ru: 'Русский', pl: 'Polski' };
