import type { Realm } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { realmQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BlockedDialog } from './BlockedDialog.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { isMissingRealm, MissingRealm } from './MissingRealm.tsx';

interface RealmPageProps {
  title: string;
  lead?: string;
  /** Rendered afresh for another realm. */
  children: (realm: Realm) => ReactNode;
}

/** A page of the realm in the query parameter `id`: its head, and the content when the realm has loaded. */
export function RealmPage({ title, lead, children }: RealmPageProps) {
  const { id = '' } = useSearch({ strict: false });
  const query = useQuery(realmQuery(id));
  if (isMissingRealm(query.error)) return <MissingRealm />;
  return (
    <>
      <h1 className={lead === undefined ? 'mb-5 text-2xl' : 'mb-1 text-2xl'}>{title}</h1>
      {lead !== undefined && <p className="mb-5 max-w-prose text-muted">{lead}</p>}
      <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
        {(realm) => (
          <>
            {children(realm)}
            {realm.status === 'BLOCKED' && <BlockedDialog reason={realm.blockedReason} />}
          </>
        )}
      </QueryBoundary>
    </>
  );
}

type Name = 'addons' | 'backups' | 'databases' | 'files' | 'kernel' | 'players' | 'schedules' | 'uploads' | 'world';

/** A page of a realm with the title and the lead of these messages. Its content is rendered afresh for another realm. */
export function realmPage(name: Name, Content: (props: { realm: Realm }) => ReactNode): () => ReactNode {
  return function Page() {
    const { title, lead } = useMessages(name);
    return (
      <RealmPage title={title} lead={lead}>
        {(realm) => <Content key={realm.id} realm={realm} />}
      </RealmPage>
    );
  };
}
