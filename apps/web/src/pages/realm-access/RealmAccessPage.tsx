import type { Realm } from '@realmkeep/contract';
import { tierLimits } from '@realmkeep/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { BlockedDialog } from '../../components/BlockedDialog.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { isMissingRealm, MissingRealm } from '../../components/MissingRealm.tsx';
import { useProfile } from '../../components/use-profile.ts';
import { usePageText } from '../../i18n/use-page-text.ts';
import { partnersQuery, realmQuery } from '../../queries.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddCard } from './AddCard.tsx';
import { NoAccess } from './NoAccess.tsx';
import { PartnersCard } from './PartnersCard.tsx';
import { RightsCard } from './RightsCard.tsx';

/** Who manages the realm beside its owner. */
export function RealmAccessPage() {
  const { access } = usePageText('manage');
  const { id = '' } = useSearch({ strict: false });
  const query = useQuery(realmQuery(id));
  if (isMissingRealm(query.error)) return <MissingRealm />;
  return (
    <>
      <h1 className="mb-5 text-2xl">{access.title}</h1>
      <Loaded query={query} skeleton={<Skeleton className="h-96" />}>
        {(realm) => (
          <>
            <Access key={realm.id} realm={realm} />
            {realm.status === 'BLOCKED' && <BlockedDialog reason={realm.blockedReason} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Access({ realm }: { realm: Realm }) {
  const query = useQuery(partnersQuery(realm.id));
  const userId = useProfile()?.id;
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-80" />}>
      {(data) =>
        tierLimits[realm.ownerTier].coOwners === 'none' ? (
          <NoAccess waiting={data.partners.length} />
        ) : (
          <div className="flex flex-col gap-6">
            {realm.rights.includes('share') && <AddCard realm={realm} data={data} />}
            <PartnersCard realm={realm} data={data} userId={userId} />
            <RightsCard />
          </div>
        )
      }
    </Loaded>
  );
}
