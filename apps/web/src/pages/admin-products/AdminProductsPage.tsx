import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { useListSearch } from '../../shared/use-list-search.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';
import { ProductTable } from './ProductTable.tsx';

/** Most visits are only to look: the form's code is loaded on demand. */
const ProductEditor = lazyPart(async () => (await import('./ProductEditor.tsx')).ProductEditor);

/** Every product; or, where the address says so, the form of one. */
export default function AdminProductsPage() {
  const { products: messages } = useMessages('admin');
  const { edit } = useSearch({ strict: false });
  const { page, turnTo } = useListSearch();
  const query = useQuery(productRecordsQuery(page));
  const navigate = useNavigate();
  const openForm = (which: string) => void navigate({ to: '.', search: (before) => ({ ...before, edit: which }) });
  const closeForm = () => void navigate({ to: '.', search: (before) => ({ ...before, edit: undefined }) });

  const edited = query.data?.items.find(({ id, archivedAt }) => id === edit && archivedAt === null);
  if (edit === 'new' || edited) {
    return (
      <Suspense fallback={<Skeleton className="h-96" />}>
        {edited ? (
          <ProductEditor key={edited.id} product={edited} onClose={closeForm} />
        ) : (
          <ProductEditor key="new" onClose={closeForm} />
        )}
      </Suspense>
    );
  }
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{messages.title}</h1>
        <Button variant="primary" onAction={() => openForm('new')}>
          <Plus aria-hidden size={18} />
          {messages.create}
        </Button>
      </div>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <EmptyState scene={plotScene} {...messages.none} level={2} />
            ) : (
              <ProductTable products={items} dimmed={query.isPlaceholderData} onEdit={openForm} />
            )}
            <Pager page={page} total={total} size={productsPageSize} onPage={turnTo} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

const productsPageSize = 50;

/** @param page counts from 0 */
function productRecordsQuery(page: number) {
  return queryOptions({
    queryKey: keys.adminProducts(page),
    queryFn: ({ signal }) => api.productRecords({ query: { page, size: productsPageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}
