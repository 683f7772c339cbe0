import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../paths.ts';
import { useSession } from '../session/use-session.ts';

/** When the session is gone, in this tab or by another: leaves the account's pages and forgets what they showed. */
export function SignedOutWatch() {
  const { isLoggedIn } = useSession();
  const wasLoggedIn = useRef(isLoggedIn);
  const router = useRouter();

  useEffect(() => {
    const leave = async () => {
      if (router.state.matches.some(({ staticData }) => staticData.signIn)) await router.navigate(paths.home);
      const { forgetAccount } = await import('../session/forget-account.ts');
      forgetAccount();
    };
    if (wasLoggedIn.current && !isLoggedIn) void leave();
    wasLoggedIn.current = isLoggedIn;
  }, [isLoggedIn, router]);
  return null;
}
