import type { Realm, RealmUpload } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { realmPage } from '../../features/realm/RealmPage.tsx';
import { UploadsCard } from '../../features/uploads/UploadsCard.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { uploadsQuery } from '../../api/queries.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { Card } from '../../ui/Card.tsx';
import { DropZone } from './DropZone.tsx';
import { WaitingCard } from './WaitingCard.tsx';

/** Files being sent to a realm, those waiting to continue, and those that have arrived. */
export default realmPage('uploads', Uploads);

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

/** Files that arrived within a day. */
function FinishedCard({ finished }: { finished: readonly RealmUpload[] }) {
  const messages = useMessages('uploads');
  const { format } = useI18n();
  const sizeText = useSizeText();
  return (
    <Card aria-label={messages.finishedTitle}>
      <h2 className="mb-3 text-lg">{messages.finishedTitle}</h2>
      {finished.length === 0 && <p className="text-muted">{messages.none}</p>}
      <ul className="flex flex-col gap-3">
        {finished.map((upload) => (
          <li key={upload.id}>
            <p className="wrap-anywhere">{upload.path}</p>
            <p className="text-sm text-muted">
              {sizeText(upload.size)} · {upload.by} · {upload.finished && format.dayAndHour(upload.finished)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
