import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { session } from '../api.ts';
import { eventsSocketUrl } from '../paths.ts';
import { applyLiveMessage } from '../session/live-cache.ts';
import { liveState } from '../session/live-state.ts';
import type { Live } from '../session/live.ts';
import { useSession } from '../session/use-session.ts';

/** The one socket of the page, for as long as somebody is logged in. */
export function LiveConnection() {
  const { isLoggedIn } = useSession();
  const queries = useQueryClient();

  useEffect(() => {
    if (!isLoggedIn) return;
    let live: Live | null = null;
    let ended = false;

    const begin = async () => {
      const { openLive } = await import('../session/live.ts');
      if (ended || live) return;
      live = openLive({
        url: eventsSocketUrl(location),
        token: session.accessToken,
        renew: session.refresh,
        onMessage: (message) => applyLiveMessage(queries, message),
        onState: liveState.set,
      });
    };
    const tryNow = () => {
      if (live) live.retryNow();
      else begin().catch(() => liveState.set('lost'));
    };

    tryNow();
    addEventListener('online', tryNow);
    return () => {
      ended = true;
      removeEventListener('online', tryNow);
      live?.close();
      liveState.set(null);
    };
  }, [isLoggedIn, queries]);
  return null;
}
