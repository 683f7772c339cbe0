import type { Realm } from '@realmkeep/contract';
import { isBackingUp, isRestoring } from '@realmkeep/contract/backup-rules';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { backupsQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { keepScene } from '../../ui/voxels/scenes/keep.ts';
import { BackupCard } from './BackupCard.tsx';
import { CreateBar } from './CreateBar.tsx';
import { NewRealmNote } from './NewRealmNote.tsx';
import { RestoreNote } from './RestoreNote.tsx';

/** Copies of the realm's world: made, restored, downloaded and deleted. */
export default function RealmBackupsPage() {
  const messages = useMessages('backups');
  return (
    <RealmPage title={messages.title} lead={messages.lead}>
      {(realm) => <Backups key={realm.id} realm={realm} />}
    </RealmPage>
  );
}

function Backups({ realm }: { realm: Realm }) {
  const messages = useMessages('backups');
  const query = useQuery(backupsQuery(realm.id));
  const isOwner = realm.ownerId === useProfile()?.id;
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
      {(data) => (
        <>
          {data.restore && <RestoreNote restore={data.restore} />}
          {data.newRealm && <NewRealmNote made={data.newRealm} />}
          <CreateBar realmId={realm.id} data={data} />
          {data.backups.length === 0 && (
            <EmptyState
              scene={keepScene}
              title={messages.none.title}
              text={isOwner ? messages.none.text : messages.none.partner}
              level={2}
            />
          )}
          <ul className="flex flex-col gap-4">
            {data.backups.map((backup) => (
              <li key={backup.id}>
                <BackupCard
                  realmId={realm.id}
                  backup={backup}
                  isOwner={isOwner}
                  restoring={[data.restore, data.reset].some((other) => other !== null && isRestoring(other.state))}
                  making={data.newRealm !== null && isRestoring(data.newRealm.state)}
                  backingUp={data.backups.some(({ state }) => isBackingUp(state))}
                />
              </li>
            ))}
          </ul>
          {!isOwner && data.backups.length > 0 && <p className="mt-4 text-sm text-muted">{messages.ownerOnly}</p>}
        </>
      )}
    </QueryBoundary>
  );
}
