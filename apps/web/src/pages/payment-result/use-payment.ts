import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { PaymentResult } from '@realmkeep/contract';
import { useCallback, useEffect, useState } from 'react';
import { paymentQuery } from '../../api/queries.ts';
import { returnedPayment } from '../../features/shop/begun-payment.ts';
import { useSession } from '../../session/use-session.ts';

/** In case the socket does not report the credit. Milliseconds. */
const askEvery = 5000;
const askFor = 120_000;

interface Payment {
  query: UseQueryResult<PaymentResult>;
  /** There has been no news for so long that the page has stopped asking. */
  isLate: boolean;
  /** Asks at once, and for a while again. */
  askAgain: () => void;
}

/**
 * The payment that the visitor returns from.
 * @param search of the address they came back with
 * @param options.waits keeps asking while the outcome is unknown and the page is visible
 */
export function usePayment(search: string, { waits }: { waits: boolean }): Payment {
  const { isLoggedIn } = useSession();
  const [isLate, setIsLate] = useState(false);
  const id = returnedPayment(search);
  const query = useQuery({
    ...paymentQuery(id ?? 'none', waits && isSigned(search) ? search : null),
    enabled: isLoggedIn,
    refetchInterval: ({ state }) => waits && !isLate && state.data?.status === 'PENDING' && askEvery,
  });
  const { refetch } = query;

  useEffect(() => {
    if (isLate) return undefined;
    const timer = setTimeout(() => setIsLate(true), askFor);
    return () => clearTimeout(timer);
  }, [isLate]);

  const askAgain = useCallback(() => {
    setIsLate(false);
    void refetch();
  }, [refetch]);
  return { query, isLate, askAgain };
}

/** The rouble provider's returns are. */
function isSigned(search: string): boolean {
  return new URLSearchParams(search).has('InvId');
}
