import type { Realm } from '@realmkeep/contract';
import { tierLimits, tiers } from '@realmkeep/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { partnersQuery } from '../../api/queries.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { gateScene } from '../../ui/voxels/scenes/gate.ts';
import { Card } from '../../ui/Card.tsx';
import { AddCard } from './AddCard.tsx';
import { PartnersCard } from './PartnersCard.tsx';

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

const firstTier = tiers.find((tier) => tierLimits[tier].coOwners === 'add') ?? 'GHAST';

/** For tiers without co-owners. @param waiting those of before, who find nothing of the realm until its owner has a higher one */
function NoAccess({ waiting }: { waiting: number }) {
  const { noAccess } = useMessages('access');
  const { tiers: names } = useMessages('realm');
  return (
    <EmptyState scene={gateScene} title={noAccess.title} text={noAccess.text(names[firstTier])} level={2}>
      {waiting > 0 && <p className="w-full text-muted">{noAccess.waiting(waiting)}</p>}
      <Link {...paths.shopCategory('PRIVILEGES')} className={buttonClass('primary')}>
        {noAccess.action}
      </Link>
    </EmptyState>
  );
}

/** What co-owners may do, and what not. */
function RightsCard() {
  const { may, mayNot } = useMessages('access');
  return (
    <Card className="grid gap-6 md:grid-cols-2">
      {[may, mayNot].map(({ title, items }) => (
        <div key={title}>
          <h2 className="mb-2 text-lg">{title}</h2>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}
