import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';

export const usersPageSize = 20;

/** @param page counts from 0 */
export function usersQuery(q: string, page: number) {
  return queryOptions({
    queryKey: keys.adminUsers(q, page),
    queryFn: ({ signal }) => api.adminUsers({ query: { q, page, size: usersPageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}
