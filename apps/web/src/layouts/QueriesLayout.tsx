import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { queries } from '../api/query-client.ts';

/** The pages that show what the api has: all but the first and the legal ones. */
export default function QueriesLayout() {
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}
