import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Pager } from '../../shared/Pager.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { SearchField } from '../../shared/SearchField.tsx';
import { useListSearch } from '../../shared/use-list-search.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';

const size = 20;

interface EmptyText {
  title: string;
  text: string;
}

interface Props<Item> {
  messages: { title: string; search: string; searchHint: string; empty?: EmptyText; none: EmptyText };
  queryKey: (q: string, page: number) => QueryKey;
  /** `page` counts from 0. */
  list: (asked: {
    query: { q: string; page: number; size: number };
    signal: AbortSignal;
  }) => Promise<{ items: Item[]; total: number }>;
  /** @param dimmed while another page or search is on its way */
  children: (items: Item[], dimmed: boolean) => ReactNode;
}

/** A page of operators' that finds things of one kind, and shows them a page at a time. */
export function SearchedList<Item>({ messages, queryKey, list, children }: Props<Item>) {
  const { q, page, search, turnTo } = useListSearch();
  const query = useQuery({
    queryKey: queryKey(q, page),
    queryFn: ({ signal }) => list({ query: { q, page, size }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <h1 className="mb-5 text-2xl">{messages.title}</h1>
      <SearchField label={messages.search} hint={messages.searchHint} q={q} onSearch={search} />
      <QueryBoundary query={query} skeleton={<Skeleton className="mt-4 h-96" />}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <EmptyState
                scene={plotScene}
                {...(q === '' && messages.empty && !query.isPlaceholderData ? messages.empty : messages.none)}
                level={2}
              />
            ) : (
              <div className="mt-4">{children(items, query.isPlaceholderData)}</div>
            )}
            <Pager page={page} total={total} size={size} onPage={turnTo} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}
