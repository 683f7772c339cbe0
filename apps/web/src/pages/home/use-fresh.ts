import { useEffect, useState } from 'react';

const firstRetryMs = 1000;
const mostRetryMs = 60_000;

/**
 * The answer of `ask`, requested when the page is opened and whenever it becomes visible again, but not in between. null until it is
 * there, and as soon as it can no longer be known: offline, or after a failure, which is retried at growing intervals.
 * @param ask a stable function
 */
export function useFresh<T>(ask: () => Promise<T>): T | null {
  const [value, setValue] = useState<T | null>(null);

  useEffect(() => {
    let left = false;
    let asking = false;
    let askAgain = false;
    let retryInMs = firstRetryMs;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const put = (answer: T | null) => {
      if (!left) setValue(answer);
    };
    const succeed = (answer: T) => {
      put(answer);
      retryInMs = firstRetryMs;
    };
    const fail = () => {
      put(null);
      // The browser may say that the network is back a moment before it is.
      if (!left) retry = setTimeout(() => void look(), retryInMs);
      retryInMs = Math.min(2 * retryInMs, mostRetryMs);
    };
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      // A request that began offline fails even if the network is back by then.
      askAgain = asking;
      if (asking) return;
      asking = true;
      do {
        askAgain = false;
        clearTimeout(retry);
        await ask().then(succeed, fail);
      } while (askAgain);
      asking = false;
    };
    const forget = () => put(null);

    void look();
    const lookAgain = () => void look();
    addEventListener('focus', lookAgain);
    addEventListener('online', lookAgain);
    addEventListener('offline', forget);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      left = true;
      clearTimeout(retry);
      removeEventListener('focus', lookAgain);
      removeEventListener('online', lookAgain);
      removeEventListener('offline', forget);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [ask]);
  return value;
}
