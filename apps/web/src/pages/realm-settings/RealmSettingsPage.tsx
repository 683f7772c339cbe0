import { gameRuleNames, type SettingName, toggleNames } from '@realmkeep/contract/realm-setting-rules';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { BlockedDialog } from '../../features/realm/BlockedDialog.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { isMissingRealm, MissingRealm } from '../../features/realm/MissingRealm.tsx';
import { useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { realmQuery } from '../../api/queries.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DescriptionCard } from './DescriptionCard.tsx';
import { PackCard } from './PackCard.tsx';
import { ProtectionCard } from './ProtectionCard.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { SlotsCard } from './SlotsCard.tsx';
import { SpawnCard } from './SpawnCard.tsx';
import { WakersCard } from './WakersCard.tsx';

/** It has a form, and forms are large. */
const RenameCard = lazy(async () => ({ default: (await import('./RenameCard.tsx')).RenameCard }));

const game: SettingName[] = ['gameMode', 'difficultyLevel', 'dealDamage', 'flySurvival'];
const rules: SettingName[] = [...gameRuleNames];
const world: SettingName[] = [
  'spawnProtectionRadius',
  ...toggleNames.filter((name) => !game.includes(name) && !rules.includes(name)),
];

export default function RealmSettingsPage() {
  const realmText = useMessages('realm');
  const { settings: messages } = useMessages('manage');
  const { id = '' } = useSearch({ strict: false });
  const query = useQuery(realmQuery(id));
  const userId = useProfile()?.id;
  if (isMissingRealm(query.error)) return <MissingRealm />;
  return (
    <>
      <h1 className="mb-5 text-2xl">{realmText.settings.title}</h1>
      <QueryBoundary query={query} skeleton={<SettingsSkeleton />}>
        {(realm) => {
          const own = realm.ownerId === userId;
          return (
            <div key={realm.id} className="flex flex-col gap-6">
              {realm.rights.includes('rename') ? (
                <>
                  <Suspense fallback={<Skeleton className="h-132 xs:h-126" />}>
                    <RenameCard realm={realm} />
                  </Suspense>
                  <DescriptionCard realm={realm} />
                </>
              ) : (
                <p className="text-muted">{messages.ownersOnly}</p>
              )}
              <SlotsCard realm={realm} own={own} />
              <SettingsCard realm={realm} group="game" names={game} />
              <SettingsCard realm={realm} group="world" names={world} />
              <SettingsCard realm={realm} group="rules" names={rules} />
              <SpawnCard realm={realm} />
              <PackCard realm={realm} own={own} />
              {realm.rights.includes('wakers') && <WakersCard realm={realm} />}
              {realm.rights.includes('delete') && <ProtectionCard realm={realm} />}
              {realm.status === 'BLOCKED' && <BlockedDialog reason={realm.blockedReason} />}
            </div>
          );
        }}
      </QueryBoundary>
    </>
  );
}

/** Of the first cards, each as high as the owner has it. */
function SettingsSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-132 xs:h-126" />
      <Skeleton className="h-87 xs:h-74" />
      <Skeleton className="h-106 xs:h-100" />
      <Skeleton className="h-178 sm:h-158 lg:h-104" />
    </div>
  );
}
