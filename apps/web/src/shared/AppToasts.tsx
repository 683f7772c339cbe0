import { useI18n } from '../i18n/I18nProvider.tsx';
import { ToastRegion } from '../ui/toasts/ToastRegion.tsx';

export function AppToasts() {
  const { text } = useI18n();
  return <ToastRegion label={text.shell.notifications} dismissLabel={text.shell.dismiss} />;
}
