import type { UserProfile } from '@realmkeep/contract';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export function Profile({ profile }: { profile: UserProfile }) {
  const { format } = useI18n();
  const realmText = useMessages('realm');
  const account = useMessages('account');
  const { subscription } = profile.user_subscription;
  const side = format.number(subscription.realm_max_radius * 2);
  const allowed = [
    account.realms(subscription.max_realms),
    subscription.max_realm_slots === null ? account.unlimitedSlots : account.slots(subscription.max_realm_slots),
    account.border(side),
  ];
  const facts = [
    { label: account.tier, value: realmText.tiers[subscription.tier] },
    { label: account.allows, value: allowed.join(' · ') },
    { label: account.since, value: format.date(profile.reg_date) },
  ];
  return (
    <Card className="flex flex-wrap content-start items-center gap-x-8 gap-y-5">
      <div className="flex min-w-0 items-center gap-4">
        <span
          aria-hidden
          className="grid size-14 shrink-0 place-items-center rounded-block border-2 border-lantern-edge bg-lantern font-display text-2xl font-bold text-lantern-ink uppercase shadow-lantern"
        >
          {profile.nickname.charAt(0)}
        </span>
        <div className="min-w-0">
          <p className="text-sm text-muted">{account.nickname}</p>
          <p className="font-display text-lg font-semibold break-all">{profile.nickname}</p>
          {profile.role === 'ADMIN' && <p className="text-sm font-semibold text-amber">{account.admin}</p>}
        </div>
      </div>
      <Facts facts={facts} className="gap-x-8 gap-y-4" />
    </Card>
  );
}

/** For the profile, the subscription and the coins, each with its usual height, so that nothing moves when they load. */
export function ProfileSkeleton() {
  return (
    <div className="grid gap-5 xl:grid-cols-[1fr_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Skeleton className="h-77 sm:h-41 nav:h-56" />
        <Skeleton className="h-52 sm:h-46 xl:h-52" />
      </div>
      <Skeleton className="h-60 sm:h-55 xl:h-full" />
    </div>
  );
}
