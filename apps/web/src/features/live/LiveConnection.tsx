import { useEffect } from 'react';
import { session } from '../../api/api.ts';
import { socketUrl } from '../../shared/paths.ts';
import { liveState } from './live-state.ts';
import type { Live } from './live.ts';
import { useSession } from '../../session/use-session.ts';

/** Until what could not be loaded is asked for again, in ms. */
const retryDelay = 5000;

/** The page's only socket, open while somebody is logged in; its code is loaded at the first login. */
export function LiveConnection() {
  const { isLoggedIn } = useSession();

  useEffect(() => {
    if (!isLoggedIn) return undefined;
    let live: Live | null = null;
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const begin = async () => {
      const [{ openLive }, { liveConsoles }, { applyLiveMessage }, { queries }] = await Promise.all([
        import('./live.ts'),
        import('./live-consoles.ts'),
        import('../../api/live-cache.ts'),
        import('../../api/query-client.ts'),
      ]);
      if (ended || live) return;
      live = openLive({
        url: socketUrl(location, 'events'),
        token: session.accessToken,
        renew: session.refresh,
        onMessage: (message) => {
          applyLiveMessage(queries, message);
          if (live) liveConsoles.hear(message, live.send);
        },
        onState: liveState.set,
      });
    };
    const tryNow = () => {
      clearTimeout(timer);
      if (live) return live.retryNow();
      begin().catch(() => {
        if (ended) return;
        liveState.set('lost');
        timer = setTimeout(tryNow, retryDelay);
      });
    };

    tryNow();
    addEventListener('online', tryNow);
    return () => {
      ended = true;
      clearTimeout(timer);
      removeEventListener('online', tryNow);
      live?.close();
      liveState.set(null);
    };
  }, [isLoggedIn]);
  return null;
}
