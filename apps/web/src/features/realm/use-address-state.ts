import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressQuery } from '../../api/queries.ts';

const pauseMs = 300;

/**
 * Whether an address that is being typed is free, once the typing pauses; null while that is not known.
 * @param address null while there is none worth asking about
 */
export function useAddressState(address: string | null): 'free' | 'taken' | 'reserved' | null {
  const [asked, setAsked] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(address), pauseMs);
    return () => clearTimeout(timer);
  }, [address]);
  const { data } = useQuery({ ...addressQuery(asked ?? ''), enabled: asked !== null });
  return asked !== null && asked === address ? (data?.state ?? null) : null;
}
