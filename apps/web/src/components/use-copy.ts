import { useI18n } from '../i18n/I18nProvider.tsx';
import { showToast } from '../ui/toasts.ts';

/** Copies to the clipboard and says how it went. A page that is not served securely has no clipboard. */
export function useCopy(): (content: string) => void {
  const { text } = useI18n();
  const copy = async (content: string) => {
    try {
      await navigator.clipboard.writeText(content);
      showToast('success', text.shell.copied);
    } catch {
      showToast('error', text.shell.copyFailed);
    }
  };
  return (content) => void copy(content);
}
