import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { BlockedDialog } from '../../components/BlockedDialog.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { isMissingRealm, MissingRealm } from '../../components/MissingRealm.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { realmQuery } from '../../queries.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RenameCard } from './RenameCard.tsx';

export function RealmSettingsPage() {
  const realmText = usePageText('realm');
  const { id = '' } = useSearch({ strict: false });
  const query = useQuery(realmQuery(id));
  if (isMissingRealm(query.error)) return <MissingRealm />;
  return (
    <>
      <h1 className="mb-5 text-2xl">{realmText.settings.title}</h1>
      <Loaded query={query} skeleton={<Skeleton className="h-96" />}>
        {(realm) => (
          <>
            <RenameCard key={realm.id} realm={realm} />
            {realm.status === 'BLOCKED' && <BlockedDialog reason={realm.blockedReason} />}
          </>
        )}
      </Loaded>
    </>
  );
}
