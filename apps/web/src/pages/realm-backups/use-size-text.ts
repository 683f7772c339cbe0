import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';

/** Says bytes in the unit that suits them. */
export function useSizeText(): (bytes: number) => string {
  const { format } = useI18n();
  const { kilobytes } = usePageText('backups');
  return (bytes) =>
    bytes >= 2 ** 20 || bytes === 0 ? format.memory(bytes) : kilobytes(format.number(Math.ceil(bytes / 1024)));
}
