import { activityDays, type ActivityKind } from '@realmkeep/contract/activity-rules';
import type { RealmActivityEntry } from '@realmkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Pager } from '../../shared/Pager.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { Deed } from './Deed.tsx';

const size = 25;

/** Who did what with the realm, the latest first. */
export default function RealmActivityPage() {
  const messages = useMessages('activity');
  return (
    <RealmPage title={messages.title} lead={messages.lead(activityDays)}>
      {(realm) => <Activity key={realm.id} realmId={realm.id} />}
    </RealmPage>
  );
}

function Activity({ realmId }: { realmId: string }) {
  const messages = useMessages('activity');
  const { format } = useI18n();
  const [{ kind, page }, setPart] = useState<{ kind: ActivityKind | ''; page: number }>({ kind: '', page: 0 });
  const query = useQuery({
    queryKey: ['activity', realmId, kind, page],
    queryFn: ({ signal }) =>
      api.realmActivity({ params: { id: realmId }, query: { ...(kind && { kind }), page, size }, signal }),
    placeholderData: keepPreviousData,
    // Others write in it too.
    staleTime: 0,
  });

  const columns: Column<RealmActivityEntry>[] = [
    { label: messages.at, render: ({ at }) => <time dateTime={at}>{format.moment(at)}</time> },
    { label: messages.who, wide: true, render: (entry) => <Who entry={entry} /> },
    { label: messages.what, wide: true, render: (entry) => <Deed entry={entry} /> },
  ];
  const options = Object.entries({ '': messages.allKinds, ...messages.kinds });

  return (
    <>
      <SelectField
        label={messages.kind}
        className="mb-4 max-w-72"
        value={kind}
        options={options.map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => setPart({ kind: target.value as ActivityKind | '', page: 0 })}
      />
      <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <EmptyState scene={plotScene} {...(kind === '' ? messages.none : messages.noneOfKind)} level={2} />
            ) : (
              <DataTable label={messages.title} columns={columns} rows={items} dimmed={query.isPlaceholderData} />
            )}
            <Pager page={page} total={total} size={size} onPage={(page) => setPart({ kind, page })} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

/** A nickname, or what else did it; and by which way, where it is not the page. */
function Who({ entry: { actor, via } }: { entry: RealmActivityEntry }) {
  const { doers } = useMessages('activity');
  if (via === 'SCHEDULE' || via === 'OPERATOR' || via === 'CONSOLE') return <i className="text-muted">{doers[via]}</i>;
  return (
    <>
      {actor === null ? (
        <i className="text-muted">{doers.nobody}</i>
      ) : (
        <b className="font-semibold wrap-anywhere">{actor}</b>
      )}
      {(via === 'SFTP' || via === 'GAME') && <span className="block text-sm text-muted">{doers[via]}</span>}
    </>
  );
}
