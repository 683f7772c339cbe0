import { useRouterState, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { AppToasts } from '../shared/AppToasts.tsx';
import { AuthDialogs } from '../features/auth/AuthDialogs.tsx';
import { SessionNotices } from '../features/auth/SessionNotices.tsx';
import { LanguageDetector } from '../features/language/LanguageDetector.tsx';
import { Invitation } from '../features/auth/Invitation.tsx';
import { LiveConnection } from '../features/live/LiveConnection.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { paths } from '../shared/paths.ts';
import { useSession } from '../session/use-session.ts';
import { forgetAccount } from './forget-account.ts';

/** What runs beside every page: none of it is in the first paint, and its code is loaded after that. */
export function DeferredShell() {
  return (
    <>
      <AuthDialogs />
      <RouteProgress />
      <AppToasts />
      <SessionNotices />
      <SignOutHandler />
      <LiveConnection />
      <LanguageDetector />
      <Invitation />
    </>
  );
}

/** Shows that a page is loading while the former one is still shown, if that takes longer than a blink. */
function RouteProgress() {
  const shell = useMessages('shell');
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  if (!isLoading) return null;
  return (
    <div className="fixed inset-x-0 top-0 z-10 animate-late [animation-delay:300ms]">
      <ProgressBar busy label={shell.states.loading} />
    </div>
  );
}

/** When the session is gone, in this tab or by another: leaves the account's pages and forgets what they showed. */
function SignOutHandler() {
  const { isLoggedIn } = useSession();
  const wasLoggedIn = useRef(isLoggedIn);
  const router = useRouter();

  useEffect(() => {
    if (isLoggedIn) {
      wasLoggedIn.current = true;
      return;
    }
    const leave = async () => {
      // Also when it was gone before this began to watch.
      const mustLeave = router.state.matches.some(({ staticData }) => staticData.signIn);
      if (!mustLeave && !wasLoggedIn.current) return;
      wasLoggedIn.current = false;
      try {
        if (mustLeave) await router.navigate(paths.home);
      } finally {
        forgetAccount();
      }
    };
    void leave();
  }, [isLoggedIn, router]);
  return null;
}
