import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';

export const productsPageSize = 50;

/** @param page counts from 0 */
export function productRecordsQuery(page: number) {
  return queryOptions({
    queryKey: keys.adminProducts(page),
    queryFn: ({ signal }) => api.productRecords({ query: { page, size: productsPageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}
