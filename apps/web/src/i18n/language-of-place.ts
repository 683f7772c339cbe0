import { type Language, languageOfTag } from '@realmkeep/contract/languages';

/**
 * The language for a place, by the languages that are spoken there: `pl,en`. Only the first counts: the others are those of
 * neighbours and minorities. null leaves it to the browser; so does English, which everybody falls back to anyway.
 */
export function languageOfPlace(spoken: string): Language | null {
  const language = languageOfTag(spoken.split(',')[0]?.trim());
  return language === undefined || language === 'en' ? null : language;
}
