import { lazy, Suspense } from 'react';
import { authDialog } from '../session/auth-dialog.ts';
import { useStore } from '../session/store.ts';

const LoginDialog = lazy(async () => ({ default: (await import('./LoginDialog.tsx')).LoginDialog }));
const RegisterDialog = lazy(async () => ({ default: (await import('./RegisterDialog.tsx')).RegisterDialog }));

/** The dialog that is open, if one is; its code comes when it is first wanted. */
export function AuthDialogs() {
  const { open, username } = useStore(authDialog);
  return (
    <Suspense>
      {open === 'login' && <LoginDialog username={username} />}
      {open === 'register' && <RegisterDialog />}
    </Suspense>
  );
}
