import { historyStepMs } from '@realmkeep/contract/realm-history';
import { useEffect, useState } from 'react';

/**
 * The server's time, moving on with each step of the history and with each sample. In milliseconds since the epoch.
 * @param skew how much the server's clock is ahead of ours
 * @param newest when the newest sample's step began
 */
export function useServerNow(skew: number, newest: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), historyStepMs);
    return () => clearInterval(timer);
  }, []);
  return Math.max(now + skew, newest);
}
