import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { session } from '../../api/api.ts';
import type { Messages } from '../../i18n/messages.ts';
import { errorText, loginErrorText, registerErrorText } from '../../i18n/error-text.ts';
import { fill } from '../../i18n/fill.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import type { SessionCall } from '../../session/session-state.ts';
import { useSession } from '../../session/use-session.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

const failures: Record<SessionCall, (errors: Messages['errors'], error: unknown) => string> = {
  login: loginErrorText,
  register: registerErrorText,
  logout: (errors, error) => fill(errors.logout, { problem: errorText(errors, error) }),
};

/** Shows what the session has to say, as toasts; takes the user home when the server has ended it. */
export function SessionNotices() {
  const shell = useMessages('shell');
  const errors = useMessages('errors');
  const { notices } = useSession();
  const navigate = useNavigate();

  useEffect(() => {
    if (notices.length === 0) return;
    for (const notice of session.takeNotices()) {
      if (notice.kind === 'failed') showToast('error', failures[notice.call](errors, notice.error), 'session');
      if (notice.kind === 'registered') showToast('success', shell.session.registered, 'session');
      if (notice.kind === 'ended') {
        showToast('warn', notice.blocked ? errors.codes.account_blocked : shell.session.ended);
        void navigate(paths.home);
      }
    }
  }, [notices, shell, errors, navigate]);
  return null;
}
