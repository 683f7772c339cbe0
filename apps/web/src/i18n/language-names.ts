import type { Language } from '@realmkeep/contract/languages';

/** Each language's name of itself: the same whatever the page speaks. */
export const languageNames: Record<Language, string> = { en: 'English', ru: 'Русский', pl: 'Polski' };
