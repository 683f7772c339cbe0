import { useMessages } from '../i18n/use-messages.ts';
import { showToast } from '../ui/toasts/toasts.ts';

/** Copies to the clipboard and says how it went. */
export function useCopy(): (content: string) => void {
  const shell = useMessages('shell');
  const copy = async (content: string) => {
    try {
      if (isSecureContext) await navigator.clipboard.writeText(content);
      else copyByCommand(content);
      showToast('success', shell.copied);
    } catch {
      showToast('error', shell.copyFailed);
    }
  };
  return (content) => void copy(content);
}

/**
 * A page that is not served securely, as on the local network, has no clipboard: there the browser's own command is answered
 * with the content.
 * @throws Error when the browser does not carry it out
 */
function copyByCommand(content: string): void {
  const put = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', content);
  };
  document.addEventListener('copy', put);
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- there is no other way without a secure context
    if (!document.execCommand('copy')) throw new Error('The browser does not copy');
  } finally {
    document.removeEventListener('copy', put);
  }
}
