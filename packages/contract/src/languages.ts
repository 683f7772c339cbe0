/** The languages of the interface; the first is the default and the fallback. */
export const languages = ['en', 'ru', 'pl'] as const;
export type Language = (typeof languages)[number];
