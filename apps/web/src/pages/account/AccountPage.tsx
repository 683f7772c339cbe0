import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Loaded } from '../../components/Loaded.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { meQuery, realmsQuery } from '../../queries.ts';
import { Profile, ProfileSkeleton } from './Profile.tsx';
import { Servers } from './Servers.tsx';

export function AccountPage() {
  const account = usePageText('account');
  const me = useQuery(meQuery);
  const realms = useQuery(realmsQuery);
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="profile">
        <h1 id="profile" className="mb-5 text-2xl">
          {account.profile}
        </h1>
        <Loaded query={me} skeleton={<ProfileSkeleton />}>
          {(profile) => <Profile profile={profile} />}
        </Loaded>
      </section>
      {/* Nothing at all has come: that is said once. */}
      {!(isStuck(me) && isStuck(realms)) && <Servers />}
    </div>
  );
}

function isStuck({ data, isError, fetchStatus }: UseQueryResult): boolean {
  return data === undefined && (isError || fetchStatus === 'paused');
}
