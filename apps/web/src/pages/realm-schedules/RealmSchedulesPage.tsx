import type { Realm } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { draftOf } from '../../features/drafts/drafts.ts';
import { realmPage } from '../../features/realm/RealmPage.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { schedulesQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { ScheduleCard } from './ScheduleCard.tsx';
import { type ScheduleDraft, ScheduleDialog } from './ScheduleDialog.tsx';

/** What the realm does by itself at which times. */
export default realmPage('schedules', Schedules);

function Schedules({ realm }: { realm: Realm }) {
  const messages = useMessages('schedules');
  const query = useQuery(schedulesQuery(realm.id));
  const online = useOnline();
  const isOwner = realm.ownerId === useProfile()?.id;
  const count = isOwner ? messages.count : messages.countOfOwner;
  const draftName = `schedule ${realm.id}`;
  /** What the dialog is about; null: it is closed. */
  const [edited, setEdited] = useState(() => {
    const kept = draftOf(draftName) as ScheduleDraft | undefined;
    return kept ? { schedule: kept.schedule } : null;
  });
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
      {({ limit, schedules }) => {
        const isFull = schedules.length >= limit;
        const add = (
          <Button variant="primary" disabled={isFull || !online} onAction={() => setEdited({ schedule: null })}>
            {messages.add}
          </Button>
        );
        return (
          <>
            {schedules.length === 0 ? (
              <EmptyState scene={plotScene} {...messages.none} level={2}>
                {add}
              </EmptyState>
            ) : (
              <>
                <ul className="mb-5 flex flex-col gap-4">
                  {schedules.map((schedule) => (
                    <li key={schedule.id}>
                      <ScheduleCard realmId={realm.id} schedule={schedule} onEdit={() => setEdited({ schedule })} />
                    </li>
                  ))}
                </ul>
                <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                  {add}
                  <p className="text-sm text-muted">{count(schedules.length, limit)}</p>
                </div>
              </>
            )}
            {edited && (
              <ScheduleDialog
                realmId={realm.id}
                opened={edited.schedule}
                current={schedules.find(({ id }) => id === edited.schedule?.id) ?? null}
                draftName={draftName}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}
