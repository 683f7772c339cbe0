import type { Language } from '@realmkeep/contract/languages';
import { Suspense, useCallback } from 'react';
import { loadMessages } from '../../i18n/messages.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { authDialog, closeAuthDialog } from '../../session/auth-dialog.ts';
import { useStore } from '../../shared/store.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useModule } from '../../shared/use-module.ts';

async function loadDialogs(language: Language) {
  const [{ LoginDialog }, { RegisterDialog }, { VerifyDialog }] = await Promise.all([
    import('./LoginDialog.tsx'),
    import('./RegisterDialog.tsx'),
    import('./VerifyDialog.tsx'),
    loadMessages('auth', language),
  ]);
  return { LoginDialog, RegisterDialog, VerifyDialog };
}

/** The open dialog, if any; its code and messages are loaded when it is first opened. */
export function AuthDialogs() {
  const { language } = useI18n();
  const load = useCallback(() => loadDialogs(language), [language]);
  const errors = useMessages('errors');
  const { open, username, referrer } = useStore(authDialog);
  const failed = useCallback(() => {
    showToast('error', errors.transport.network);
    closeAuthDialog();
  }, [errors]);
  const dialogs = useModule(open !== null, load, failed);
  if (!dialogs) return null;
  return (
    <Suspense>
      {open === 'login' && <dialogs.LoginDialog username={username} />}
      {open === 'register' && <dialogs.RegisterDialog username={username} referrer={referrer} />}
      {open === 'verify' && <dialogs.VerifyDialog />}
    </Suspense>
  );
}
