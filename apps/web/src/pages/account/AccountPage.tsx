import { useQuery } from '@tanstack/react-query';
import type { UserProfile } from '@realmkeep/contract';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AccountMenu } from '../../features/account/AccountMenu.tsx';
import { isStuck, QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { meQuery, realmsQuery } from '../../api/queries.ts';
import { Callout } from '../../ui/Callout.tsx';
import { RenewalNotice } from '../../features/shop/RenewalNotice.tsx';
import { SubscriptionButtons } from '../../features/shop/SubscriptionButtons.tsx';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { forgetDrafts, unfinished } from '../../features/drafts/drafts.ts';
import { useStore } from '../../shared/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Coins } from './Coins.tsx';
import { Operated } from './Operated.tsx';
import { Profile, ProfileSkeleton } from './Profile.tsx';
import { Security } from './Security.tsx';
import { Servers } from './Servers.tsx';

export default function AccountPage() {
  const account = useMessages('account');
  const { nameReleased } = useMessages('referral');
  const { format } = useI18n();
  const me = useQuery(meQuery);
  const realms = useQuery(realmsQuery);
  // Nothing at all has loaded: that is said once.
  const stuck = isStuck(me) && isStuck(realms);
  const rest = (
    <>
      <AccountMenu place="tiles" />
      {!stuck && (
        <>
          <Servers />
          <Operated />
          <Security />
        </>
      )}
    </>
  );
  return (
    <div className="flex flex-col gap-10">
      <h1 id="profile" className="-mb-5 text-2xl">
        {account.profile}
      </h1>
      <QueryBoundary query={me} skeleton={<ProfileSkeleton />}>
        {(profile) => (
          <>
            <Unfinished userId={profile.id} />
            {profile.name_released && (
              <Callout tone="warn" title={nameReleased.title(format.dayAndHour(profile.name_released))}>
                <p>{nameReleased.text}</p>
              </Callout>
            )}
            <section aria-labelledby="profile" className="grid gap-5 xl:grid-cols-[1fr_20rem]">
              <div className="flex min-w-0 flex-col gap-5">
                <Profile profile={profile} />
                <Subscription profile={profile} />
              </div>
              <Coins profile={profile} />
            </section>
            {/* Not before the callouts, which would push it down. */}
            {rest}
          </>
        )}
      </QueryBoundary>
      {isStuck(me) && rest}
    </div>
  );
}

/** The plan, whether it goes on, and how to change that. */
function Subscription({ profile }: { profile: UserProfile }) {
  const messages = useMessages('subscription');
  const { tiers } = useMessages('realm');
  const { user_subscription: has } = profile;
  const isFree = has.expiring === null;
  return (
    <Card aria-labelledby="subscription" className="flex flex-col gap-3">
      <div>
        <h2 id="subscription" className="font-sans text-sm font-normal text-muted">
          {messages.title}
        </h2>
        <p className="font-display text-lg font-semibold">{tiers[has.subscription.tier]}</p>
      </div>
      {isFree ? <p className="text-pretty text-muted">{messages.freeText}</p> : <RenewalNotice profile={profile} />}
      <div className="flex flex-wrap gap-3">
        <Link {...paths.shopCategory('PRIVILEGES')} className={buttonClass('plain')}>
          {isFree ? messages.choose : messages.change}
        </Link>
        <SubscriptionButtons has={has} />
      </div>
    </Card>
  );
}

/** Leads back to what was typed when the session ended; what was another player's is forgotten. */
function Unfinished({ userId }: { userId: string }) {
  const { unfinished: messages } = useMessages('account');
  const left = useStore(unfinished);
  const router = useRouter();
  const foreign = left !== null && left.owner !== userId;
  useEffect(() => {
    if (foreign) forgetDrafts();
  }, [foreign]);
  if (left === null || foreign) return null;

  const goOn = () => {
    unfinished.set(null);
    router.history.push(left.href);
  };
  return (
    <Callout tone="info" title={messages.title}>
      <p className="mb-3">{messages.text}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onAction={goOn}>
          {messages.action}
        </Button>
        <Button onAction={forgetDrafts}>{messages.discard}</Button>
      </div>
    </Callout>
  );
}
