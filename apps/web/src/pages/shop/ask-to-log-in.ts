import { openAuthDialog } from '../../session/auth-dialog.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

/** Only who is logged in can buy. @param message that says so */
export function askToLogIn(message: string): void {
  openAuthDialog('login');
  showToast('error', message, 'session');
}
