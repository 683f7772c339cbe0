import { Suspense, useCallback } from 'react';
import { usePageText } from '../i18n/use-page-text.ts';
import { authDialog, closeAuthDialog } from '../session/auth-dialog.ts';
import { useStore } from '../session/store.ts';
import { showToast } from '../ui/toasts.ts';
import { useModule } from './use-module.ts';

const load = async () => {
  const [{ LoginDialog }, { RegisterDialog }, { VerifyDialog }] = await Promise.all([
    import('./LoginDialog.tsx'),
    import('./RegisterDialog.tsx'),
    import('./VerifyDialog.tsx'),
  ]);
  return { LoginDialog, RegisterDialog, VerifyDialog };
};

/** The dialog that is open, if one is; its code comes when it is first wanted. */
export function AuthDialogs() {
  const errors = usePageText('errors');
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
      {open === 'register' && <dialogs.RegisterDialog referrer={referrer} />}
      {open === 'verify' && <dialogs.VerifyDialog />}
    </Suspense>
  );
}
