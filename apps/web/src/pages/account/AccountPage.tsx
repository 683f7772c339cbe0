import { useQuery } from '@tanstack/react-query';
import { AccountMenu } from '../../features/account/AccountMenu.tsx';
import { isStuck, QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { meQuery, realmsQuery } from '../../api/queries.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Coins } from './Coins.tsx';
import { Operated } from './Operated.tsx';
import { Profile, ProfileSkeleton } from './Profile.tsx';
import { Security } from './Security.tsx';
import { Servers } from './Servers.tsx';
import { Subscription } from './Subscription.tsx';
import { Unfinished } from './Unfinished.tsx';

export default function AccountPage() {
  const account = useMessages('account');
  const { nameReleased } = useMessages('referral');
  const { format } = useI18n();
  const me = useQuery(meQuery);
  const realms = useQuery(realmsQuery);
  // Nothing at all has come: that is said once.
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
