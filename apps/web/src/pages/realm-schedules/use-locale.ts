import { useI18n } from '../../i18n/I18nProvider.tsx';
import { regionalLocale } from '../../i18n/locale.ts';

/** The language tag that days and times are written by. */
export function useLocale(): string {
  return regionalLocale(useI18n().language, navigator.languages);
}
