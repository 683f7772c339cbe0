import type { Realm } from '@realmkeep/contract';
import { isRestoring } from '@realmkeep/contract/backup-rules';
import { useQuery } from '@tanstack/react-query';
import { useProfile } from '../../features/account/use-profile.ts';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { backupsQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LandCard } from './LandCard.tsx';
import { PresentCard } from './PresentCard.tsx';
import { ResetCard } from './ResetCard.tsx';
import { ResetNote } from './ResetNote.tsx';

/** What the realm's world is made of, and a new one in its place. */
export default function RealmWorldPage() {
  const messages = useMessages('world');
  return (
    <RealmPage title={messages.title} lead={messages.lead}>
      {(realm) => <World key={realm.id} realm={realm} />}
    </RealmPage>
  );
}

function World({ realm }: { realm: Realm }) {
  const { reset: messages } = useMessages('world');
  const query = useQuery(backupsQuery(realm.id));
  const isOwner = realm.ownerId === useProfile()?.id;
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
      {({ backups, reset }) => (
        <div className="flex flex-col gap-5">
          {reset && <ResetNote reset={reset} />}
          <PresentCard realm={realm} newest={isOwner ? backups.find(({ state }) => state === 'READY') : undefined} />
          <LandCard realm={realm} />
          {!isOwner && <p className="text-muted">{messages.ownerOnly}</p>}
          {isOwner && !(reset && isRestoring(reset.state)) && <ResetCard realm={realm} />}
        </div>
      )}
    </QueryBoundary>
  );
}
