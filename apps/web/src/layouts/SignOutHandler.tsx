import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../shared/paths.ts';
import { useSession } from '../session/use-session.ts';

/** When the session is gone, in this tab or by another: leaves the account's pages and forgets what they showed. */
export function SignOutHandler() {
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
      if (mustLeave) await router.navigate(paths.home);
      const { forgetAccount } = await import('./forget-account.ts');
      forgetAccount();
    };
    void leave();
  }, [isLoggedIn, router]);
  return null;
}
