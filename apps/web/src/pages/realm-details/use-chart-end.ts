import { historyStepMs } from '@realmkeep/contract/realm-history';
import { useEffect, useState } from 'react';

/** A realm that runs is measured in each step, though in one or another a little late. */
const lateMs = 2.5 * historyStepMs;

/**
 * Where the charts end: at the newest sample as long as more come, otherwise at the server's time. In milliseconds since the epoch.
 * @param skew how much the server's clock is ahead of ours
 * @param newest when the newest sample's step began
 */
export function useChartEnd(skew: number, newest: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), historyStepMs);
    return () => clearInterval(timer);
  }, []);
  const here = now + skew;
  return here < newest + lateMs ? newest : here;
}
