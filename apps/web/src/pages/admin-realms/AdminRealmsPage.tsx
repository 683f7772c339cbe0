import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { SearchField } from '../../shared/SearchField.tsx';
import { useListSearch } from '../../shared/use-list-search.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { realmsPageSize, realmsQuery } from './realms-query.ts';
import { RealmTable } from './RealmTable.tsx';

/** The realms of all owners, to be found and blocked. */
export default function AdminRealmsPage() {
  const { realms: messages } = useMessages('admin');
  const { q, page, search, turnTo } = useListSearch();
  const query = useQuery(realmsQuery(q, page));
  return (
    <>
      <h1 className="mb-5 text-2xl">{messages.title}</h1>
      <SearchField label={messages.search} hint={messages.searchHint} q={q} onSearch={search} />
      <QueryBoundary query={query} skeleton={<Skeleton className="mt-4 h-96" />}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <EmptyState scene={plotScene} {...messages.none} level={2} />
            ) : (
              <div className="mt-4">
                <RealmTable realms={items} dimmed={query.isPlaceholderData} />
              </div>
            )}
            <Pager page={page} total={total} size={realmsPageSize} onPage={turnTo} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}
