import { queryOptions, skipToken } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queries } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';

/** Links by what the chat platform has brought: a code can be used once, so it is asked once, however often React mounts. */
export function chatVerifyQuery(brought: { code: string; state: string } | null) {
  return queryOptions({
    queryKey: ['chat-verify', brought?.state],
    queryFn: brought
      ? async () => {
          try {
            return await api.chatVerify({ body: brought });
          } finally {
            // Also after a failure: the answer alone may have been lost.
            void queries.invalidateQueries({ queryKey: keys.me });
            void queries.invalidateQueries({ queryKey: keys.possibility });
          }
        }
      : skipToken,
    staleTime: Infinity,
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
