import { Suspense, useCallback } from 'react';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { authDialog, closeAuthDialog } from '../session/auth-dialog.ts';
import { useStore } from '../session/store.ts';
import { showToast } from '../ui/toasts.ts';
import { useModule } from './use-module.ts';

const load = async () => {
  const [{ LoginDialog }, { RegisterDialog }] = await Promise.all([
    import('./LoginDialog.tsx'),
    import('./RegisterDialog.tsx'),
  ]);
  return { LoginDialog, RegisterDialog };
};

/** The dialog that is open, if one is; its code comes when it is first wanted. */
export function AuthDialogs() {
  const { text } = useI18n();
  const { open, username } = useStore(authDialog);
  const failed = useCallback(() => {
    showToast('error', text.errors.transport.network);
    closeAuthDialog();
  }, [text]);
  const dialogs = useModule(open !== null, load, failed);
  if (!dialogs) return null;
  return (
    <Suspense>
      {open === 'login' && <dialogs.LoginDialog username={username} />}
      {open === 'register' && <dialogs.RegisterDialog />}
    </Suspense>
  );
}
