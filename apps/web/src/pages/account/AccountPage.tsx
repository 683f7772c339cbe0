import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/Loaded.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { meQuery } from '../../queries.ts';
import { Profile, ProfileSkeleton } from './Profile.tsx';
import { Servers } from './Servers.tsx';

export function AccountPage() {
  const { text } = useI18n();
  const me = useQuery(meQuery);
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="profile">
        <h1 id="profile" className="mb-5 text-2xl">
          {text.account.profile}
        </h1>
        <Loaded query={me} skeleton={<ProfileSkeleton />}>
          {(profile) => <Profile profile={profile} />}
        </Loaded>
      </section>
      <Servers />
    </div>
  );
}
