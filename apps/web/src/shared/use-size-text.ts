import { useI18n } from '../i18n/I18nProvider.tsx';
import { regionalLocale } from '../i18n/locale.ts';
import { sizeText } from '../i18n/size-text.ts';

/** Says bytes in the unit that suits them. */
export function useSizeText(): (bytes: number) => string {
  const locale = regionalLocale(useI18n().language, navigator.languages);
  return (bytes) => sizeText(bytes, locale);
}
