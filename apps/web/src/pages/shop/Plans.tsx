import type { SubscriptionPlan } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { RenewalNotice } from '../../features/shop/RenewalNotice.tsx';
import { useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { plansQuery } from '../../api/queries.ts';
import { useSession } from '../../session/use-session.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { askToLogIn } from './ask-to-log-in.ts';
import { PlanCard } from './PlanCard.tsx';
import { SubscribeDialog } from './SubscribeDialog.tsx';

const gridClass = 'grid grid-cols-1 gap-5 sm:grid-cols-2 xl:grid-cols-4';

/** The tiers, which are paid with coins. */
export function Plans() {
  const shop = useMessages('shop');
  const { isLoggedIn } = useSession();
  const profile = useProfile();
  const query = useQuery(plansQuery);
  const [wanted, setWanted] = useState<SubscriptionPlan | null>(null);

  const subscribe = (plan: SubscriptionPlan) => (isLoggedIn ? setWanted(plan) : askToLogIn(shop.mustLogIn));

  return (
    <>
      <p className="mb-5 text-muted">{shop.privileges}</p>
      {profile && (
        <div className="mb-5 flex flex-col gap-3 empty:hidden">
          <RenewalNotice profile={profile} />
        </div>
      )}
      <QueryBoundary
        query={query}
        skeleton={
          <div className={gridClass}>
            {[1, 2, 3, 4].map((key) => (
              <Skeleton key={key} className="h-136" />
            ))}
          </div>
        }
      >
        {(plans) => (
          <>
            <ul className={gridClass}>
              {plans.map((plan) => (
                <li key={plan.tier}>
                  <PlanCard plan={plan} profile={profile} onSubscribe={() => subscribe(plan)} />
                </li>
              ))}
            </ul>
            {wanted && profile && (
              <SubscribeDialog
                plan={wanted}
                present={profile.user_subscription.subscription}
                onClose={() => setWanted(null)}
              />
            )}
          </>
        )}
      </QueryBoundary>
    </>
  );
}
