import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../paths.ts';
import { clearLive } from '../session/live-cache.ts';
import { keys } from '../session/query-keys.ts';
import { useSession } from '../session/use-session.ts';

/** When the session is gone, in this tab or by another: leaves the account's pages and forgets what they showed. */
export function SignedOutWatch() {
  const { isLoggedIn } = useSession();
  const wasLoggedIn = useRef(isLoggedIn);
  const router = useRouter();
  const queries = useQueryClient();

  useEffect(() => {
    if (wasLoggedIn.current && !isLoggedIn) {
      const forget = () => {
        clearLive();
        queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.site[0] });
      };
      const guarded = router.state.matches.some(({ staticData }) => staticData.signIn);
      if (guarded) void router.navigate(paths.home).then(forget);
      else forget();
    }
    wasLoggedIn.current = isLoggedIn;
  }, [isLoggedIn, router, queries]);
  return null;
}
