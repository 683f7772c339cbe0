import { openAuthDialog } from '../../session/auth-dialog.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

/** Only who is logged in can buy. @param words that say so */
export function askToLogIn(words: string): void {
  openAuthDialog('login');
  showToast('error', words, 'session');
}
