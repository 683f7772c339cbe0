import { ApiError } from '@realmkeep/contract/client';
import { QueryClient } from '@tanstack/react-query';

/** What the account's pages have fetched. Apart from the shell: the public pages do without it. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What the server has refused it will refuse again.
      retry: (failures, fault) => failures < 2 && !(fault instanceof ApiError && fault.type === 'client'),
    },
    // Without a network a change fails at once and says so, instead of happening at some later time.
    mutations: { networkMode: 'always' },
  },
});
