import type { RealmSummary } from '@realmkeep/contract';
import { partneredListMax } from '@realmkeep/contract/rules';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Pager } from '../../shared/Pager.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { partneredQuery, possibilityQuery, realmsQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { ServerCard } from './ServerCard.tsx';

type Tab = 'owned' | 'partnered';

const cardSkeleton = <Skeleton className="h-80 md:w-[calc(50%-0.625rem)]" />;

/** The realms of the account: its own, and those that it helps to run. */
export function Servers() {
  const account = useMessages('account');
  const { create } = useMessages('realm');
  const realms = useQuery(realmsQuery);
  const possibility = useQuery(possibilityQuery).data;
  // Of a missing chat account the page of the creation says what to do.
  const full = possibility?.reason === 'realm_limit_reached' ? possibility : null;
  const navigate = useNavigate();
  const [tab, setTab] = useState<Tab>('owned');
  const [page, setPage] = useState(0);
  const empty = tab === 'owned' ? account.emptyOwned : account.emptyPartnered;

  return (
    <section id="servers" tabIndex={-1} aria-labelledby="servers-title" className="scroll-mt-24 focus:outline-none">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="servers-title" className="text-xl">
          {account.servers}
        </h2>
        <Button
          variant="primary"
          disabled={full !== null}
          aria-describedby={full ? 'no-more' : undefined}
          onAction={() => void navigate(paths.realmCreate)}
        >
          <Plus aria-hidden size={18} />
          {account.create}
        </Button>
        {full && (
          <p id="no-more" className="w-full text-sm text-muted sm:text-right">
            {create.limit.text(full.realms, full.limit)}
          </p>
        )}
      </div>
      <Tabs
        label={account.tabs.label}
        tabs={[
          { name: 'owned', label: account.tabs.owned },
          { name: 'partnered', label: account.tabs.partnered },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        <QueryBoundary query={realms} skeleton={cardSkeleton} level={3}>
          {(lists) =>
            lists[tab].length === 0 ? (
              <EmptyState scene={plotScene} title={empty.title} text={empty.text} level={3} />
            ) : (
              <>
                {tab === 'partnered' && page > 0 ? (
                  <LaterPartnered page={page} />
                ) : (
                  <ServerList realms={lists[tab]} shared={tab === 'partnered'} />
                )}
                {tab === 'partnered' && (
                  <Pager page={page} total={lists.partneredTotal} size={partneredListMax} onPage={setPage} />
                )}
              </>
            )
          }
        </QueryBoundary>
      </Tabs>
      <p className="mt-4 text-sm text-muted">{account.ultimaSoon}</p>
    </section>
  );
}

function LaterPartnered({ page }: { page: number }) {
  return (
    <QueryBoundary query={useQuery(partneredQuery(page))} skeleton={cardSkeleton} level={3}>
      {({ items }) => <ServerList realms={items} shared />}
    </QueryBoundary>
  );
}

function ServerList({ realms, shared }: { realms: RealmSummary[]; shared: boolean }) {
  return (
    <ul className="grid gap-5 md:grid-cols-2">
      {realms.map((realm) => (
        <li key={realm.id}>
          <ServerCard realm={realm} shared={shared} />
        </li>
      ))}
    </ul>
  );
}
