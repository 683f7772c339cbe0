import { ApiError } from '@realmkeep/contract/client';
import { QueryClient } from '@tanstack/react-query';

/** What the server has refused it will refuse again, until it says that something has changed. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.type === 'client';
}

/** What the account's pages have fetched. Apart from the shell: the public pages do without it. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && !isRefused(error),
      // A refetch would replace the explanation with a skeleton.
      refetchOnWindowFocus: ({ state }) => !isRefused(state.error),
    },
    // Without a network a change fails at once and says so, instead of happening at some later time.
    mutations: { networkMode: 'always' },
  },
});
