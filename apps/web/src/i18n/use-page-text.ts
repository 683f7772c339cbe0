import { use } from 'react';
import { pageText, type PageTextName, type PageTexts } from './catalogue.ts';
import { useI18n } from './I18nProvider.tsx';

/** The texts of a kind of page; suspends until they are there. */
export function usePageText<Name extends PageTextName>(name: Name): PageTexts[Name] {
  const { language } = useI18n();
  return use(pageText(name, language));
}
