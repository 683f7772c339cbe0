import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';

export const realmsPageSize = 20;

/** @param page counts from 0 */
export function realmsQuery(q: string, page: number) {
  return queryOptions({
    queryKey: keys.adminRealms(q, page),
    queryFn: ({ signal }) => api.adminRealms({ query: { q, page, size: realmsPageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}
