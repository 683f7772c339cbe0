import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The search and the page of a list, from the address. */
export function useListSearch() {
  const { q = '', page = 1 } = useSearch({ strict: false });
  const navigate = useNavigate();

  const search = useCallback(
    (text: string) => void navigate({ to: '.', search: { q: text || undefined }, replace: true, resetScroll: false }),
    [navigate],
  );
  const turnTo = useCallback(
    (next: number) =>
      void navigate({ to: '.', search: { q: q || undefined, page: next === 0 ? undefined : next + 1 } }),
    [navigate, q],
  );
  /** `page` counts from 0, as the api does; in the address from 1. */
  return { q, page: page - 1, search, turnTo };
}
