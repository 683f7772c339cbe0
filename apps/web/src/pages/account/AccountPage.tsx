import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/Loaded.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { meQuery } from '../../queries.ts';
import { Profile, ProfileSkeleton } from './Profile.tsx';
import { Servers } from './Servers.tsx';

export function AccountPage() {
  const account = usePageText('account');
  const me = useQuery(meQuery);
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
      <Servers />
    </div>
  );
}
