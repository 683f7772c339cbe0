import type { Realm } from '@realmkeep/contract';
import { tierLimits } from '@realmkeep/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { partnersQuery } from '../../api/queries.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddCard } from './AddCard.tsx';
import { NoAccess } from './NoAccess.tsx';
import { PartnersCard } from './PartnersCard.tsx';
import { RightsCard } from './RightsCard.tsx';

/** Who manages the realm beside its owner. */
export default function RealmAccessPage() {
  const access = useMessages('access');
  return <RealmPage title={access.title}>{(realm) => <Access key={realm.id} realm={realm} />}</RealmPage>;
}

function Access({ realm }: { realm: Realm }) {
  const query = useQuery(partnersQuery(realm.id));
  const userId = useProfile()?.id;
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
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
    </QueryBoundary>
  );
}
