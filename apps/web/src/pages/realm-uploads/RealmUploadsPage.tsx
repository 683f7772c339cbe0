import type { Realm } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { UploadsCard } from '../../features/uploads/UploadsCard.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { uploadsQuery } from '../../api/queries.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DropZone } from './DropZone.tsx';
import { FinishedCard } from './FinishedCard.tsx';
import { WaitingCard } from './WaitingCard.tsx';

/** The files that are being sent to a realm, those that wait to go on, and those that have come. */
export default function RealmUploadsPage() {
  const messages = useMessages('uploads');
  return (
    <RealmPage title={messages.title} lead={messages.lead}>
      {(realm) => <Uploads key={realm.id} realm={realm} />}
    </RealmPage>
  );
}

function Uploads({ realm }: { realm: Realm }) {
  const query = useQuery(uploadsQuery(realm.id));
  const uploads = useUploads(realm.id);
  // What this page sends is shown with its own buttons.
  const here = new Set(
    uploads.items.filter(({ state }) => state !== 'done' && state !== 'cancelled').map(({ path }) => path),
  );
  return (
    <div className="flex flex-col gap-5">
      <DropZone onFiles={(files, folder) => uploads.add(files, folder)} />
      <UploadsCard uploads={uploads} />
      <QueryBoundary query={query} skeleton={<Skeleton className="h-40" />}>
        {(known) => (
          <>
            <WaitingCard
              realmId={realm.id}
              waiting={known.filter(({ finished, path }) => finished === null && !here.has(path))}
              onFile={(files, folder) => uploads.add(files, folder)}
            />
            <FinishedCard finished={known.filter(({ finished }) => finished !== null)} />
          </>
        )}
      </QueryBoundary>
    </div>
  );
}
