import type { Realm, RealmDatabase } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { realmPage } from '../../features/realm/RealmPage.tsx';
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
import { usePageCall } from '../../shared/use-page-call.ts';
import { keys } from '../../api/query-keys.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { Card, TitledCard } from '../../ui/Card.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { AccessCard } from './AccessCard.tsx';

/** The PostgreSQL database of a realm. */
export default realmPage('databases', Database);

function Database({ realm }: { realm: Realm }) {
  const messages = useMessages('databases');
  const sizeText = useSizeText();
  const query = useQuery({
    ...databaseQuery(realm.id),
    // No event says that it is there, or gone.
    refetchInterval: ({ state: { data } }) =>
      ['creating', 'deleting'].includes(data?.database?.state ?? '') ? 2000 : false,
  });
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

/** A new password, and deletion. */
function OwnerCard({ realmId, onRotated }: { realmId: string; onRotated: () => void }) {
  const messages = useMessages('databases');
  const online = useOnline();
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const params = { id: realmId };
  const queryKey = keys.realmDatabase(realmId);
  const rotating = usePageCall(queryKey, () => api.realmDatabaseRotate({ params }), {
    done: messages.rotate.done,
    onDone: () => {
      close();
      onRotated();
    },
  });
  const removing = usePageCall(queryKey, () => api.realmDatabaseDelete({ params }), { done: messages.remove.done });
  const changes = { rotate: rotating, remove: removing };

  return (
    <Card aria-label={messages.changes} className="flex flex-wrap gap-3">
      <Button disabled={!online} onAction={() => setAsked('rotate')}>
        {messages.rotate.button}
      </Button>
      <Button variant="danger" disabled={!online} onAction={() => setAsked('remove')}>
        {messages.remove.button}
      </Button>
      {asked && (
        <ConfirmDialog
          title={messages[asked].title}
          text={messages[asked].text}
          action={messages[asked].action}
          cancel={messages.cancel}
          busy={changes[asked].isPending}
          disabled={!online}
          onConfirm={() => changes[asked].mutate()}
          onClose={close}
        />
      )}
    </Card>
  );
}

interface Props {
  database: NonNullable<RealmDatabase['database']>;
  limitBytes: number;
}

/** How full the database is, and what that means. */
function SizeCard({ database: { bytes, access }, limitBytes }: Props) {
  const { size } = useMessages('databases');
  const sizeText = useSizeText();
  return (
    <TitledCard id="database-size" title={size.title}>
      <Meter label={size.title} max={limitBytes} value={Math.min(bytes, limitBytes)} />
      <p className="mt-2">{bytes === 0 ? size.unmeasured : size.used(sizeText(bytes), sizeText(limitBytes))}</p>
      {access !== 'writable' && (
        <div className="mt-4" role="alert">
          <Callout tone="warn" title={size[access].title}>
            <p>{size[access].text}</p>
            {access === 'read_only' && (
              <code className="block wrap-anywhere">SET default_transaction_read_only = off;</code>
            )}
          </Callout>
        </div>
      )}
    </TitledCard>
  );
}
