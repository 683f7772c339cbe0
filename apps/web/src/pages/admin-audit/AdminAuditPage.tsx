import type { AuditRecord } from '@realmkeep/contract';
import type { KernelKind } from '@realmkeep/contract/kernel-rules';
import type { Tier } from '@realmkeep/contract/tiers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useListSearch } from '../../shared/use-list-search.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';

const size = 50;

/** What operators did, the latest first. */
export default function AdminAuditPage() {
  const { format } = useI18n();
  const { audit: messages } = useMessages('admin');
  const { page, turnTo } = useListSearch();
  const query = useQuery({
    queryKey: keys.adminAudit(page),
    queryFn: ({ signal }) => api.adminAudit({ query: { page, size }, signal }),
    placeholderData: keepPreviousData,
    // Others write in it too.
    staleTime: 0,
  });

  const columns: Column<AuditRecord>[] = [
    { label: messages.at, render: ({ at }) => <time dateTime={at}>{format.moment(at)}</time> },
    {
      label: messages.actor,
      render: ({ actor }) =>
        actor === null ? <i className="text-muted">{messages.console}</i> : <b className="font-semibold">{actor}</b>,
    },
    { label: messages.what, wide: true, render: (record) => <Deed record={record} /> },
    {
      label: messages.reason,
      wide: true,
      render: ({ reason }) => <span className="wrap-anywhere">{reason || '–'}</span>,
    },
  ];

  return (
    <>
      <h1 className="mb-1 text-2xl">{messages.title}</h1>
      <p className="mb-5 text-muted">{messages.lead}</p>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <EmptyState scene={plotScene} {...messages.none} level={2} />
            ) : (
              <DataTable label={messages.title} columns={columns} rows={items} dimmed={query.isPlaceholderData} />
            )}
            <Pager page={page} total={total} size={size} onPage={turnTo} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

/** What was done, and to whom or what; for coins how many, and until when; for plans the differences. */
function Deed({ record: { action, subject, details } }: { record: AuditRecord }) {
  const { format } = useI18n();
  const { audit: messages, coins: amount } = useMessages('admin');
  const planChange = usePlanChange();
  // An api of the previous release also lists what owners did.
  const described = (messages.actions as Partial<typeof messages.actions>)[action] ?? String;
  const { coins, expires } = details;
  const more = [
    typeof coins === 'number' && amount(coins),
    typeof expires === 'string' && messages.validUntil(format.date(expires)),
    ...(action === 'planKernelsUpdate' ? Object.entries(details).map(planChange) : []),
  ].filter((part) => part !== false);
  return (
    <>
      <span className="wrap-anywhere">{described(subject)}</span>
      {more.length > 0 && <span className="block text-sm text-muted">{more.join(', ')}</span>}
    </>
  );
}

/** Of a record of the plans: a plan and a kernel with its memory, or null where it is gone; or a plan and its new default. */
function usePlanChange(): (change: [string, AuditRecord['details'][string]]) => string {
  const { planChange: messages } = useMessages('admin').audit;
  const { kernels } = useMessages('subscription');
  const { tiers } = useMessages('realm');
  const size = useSizeText();
  const name = (kernel: unknown) => kernels[kernel as KernelKind];
  return ([place, value]) => {
    const [tier = '', kernel] = place.split(' ');
    const plan = tiers[tier as Tier];
    if (kernel === 'default') return messages.default(plan, name(value));
    return typeof value === 'number'
      ? messages.has(plan, name(kernel), size(value * 1024 * 1024))
      : messages.lost(plan, name(kernel));
  };
}
