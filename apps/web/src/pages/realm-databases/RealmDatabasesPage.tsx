import type { Realm } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useProfile } from '../../features/account/use-profile.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { databaseQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { AccessCard } from './AccessCard.tsx';
import { OwnerCard } from './OwnerCard.tsx';
import { SizeCard } from './SizeCard.tsx';
import { usePageCall } from '../../shared/use-page-call.ts';
import { keys } from '../../api/query-keys.ts';

/** The PostgreSQL database of a realm. */
export default function RealmDatabasesPage() {
  const messages = useMessages('databases');
  return (
    <RealmPage title={messages.title} lead={messages.lead}>
      {(realm) => <Database key={realm.id} realm={realm} />}
    </RealmPage>
  );
}

function Database({ realm }: { realm: Realm }) {
  const messages = useMessages('databases');
  const sizeText = useSizeText();
  const query = useQuery(databaseQuery(realm.id));
  const isOwner = useProfile()?.id === realm.ownerId;
  const online = useOnline();
  // A password that was shown is none any more after a change.
  const [rotations, setRotations] = useState(0);
  const creating = usePageCall(keys.realmDatabase(realm.id), () =>
    api.realmDatabaseCreate({ params: { id: realm.id } }),
  );

  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
      {({ available, limitBytes, connections, database }) => {
        if (!available) return <EmptyState scene={plotScene} {...messages.unavailable} level={2} />;
        if (database === null) {
          const text = messages.none.text(sizeText(limitBytes), connections);
          return (
            <EmptyState scene={plotScene} title={messages.none.title} text={text} level={2}>
              <div className="w-full">
                <ProgressBar busy={creating.isPending} label={messages.create} />
              </div>
              <Button variant="primary" disabled={creating.isPending || !online} onAction={() => creating.mutate()}>
                {messages.create}
              </Button>
            </EmptyState>
          );
        }
        if (database.state !== 'ready') return <p role="status">{messages.states[database.state]}</p>;
        return (
          <div className="flex flex-col gap-6">
            <SizeCard database={database} limitBytes={limitBytes} />
            <AccessCard
              key={rotations}
              realmId={realm.id}
              database={database}
              isOwner={isOwner}
              connections={connections}
            />
            {isOwner && <OwnerCard realmId={realm.id} onRotated={() => setRotations((before) => before + 1)} />}
          </div>
        );
      }}
    </QueryBoundary>
  );
}
