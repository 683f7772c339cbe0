import { gameRuleNames, type SettingName, toggleNames } from '@realmkeep/contract/realm-setting-rules';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Realm } from '@realmkeep/contract';
import { realmDescriptionProblem, realmDescriptionRule } from '@realmkeep/contract/rules';
import { BlockedDialog } from '../../features/realm/BlockedDialog.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { lazyPart } from '../../shared/lazy-part.ts';
import { isMissingRealm, MissingRealm } from '../../features/realm/MissingRealm.tsx';
import { useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { realmQuery } from '../../api/queries.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { api } from '../../api/api.ts';
import { cleared, differing, useTyped } from '../../features/drafts/use-draft.ts';
import { Field } from '../../ui/form/Field.tsx';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { useRealmChange } from '../../features/realm/use-realm-change.ts';
import { PackCard } from './PackCard.tsx';
import { SlotsCard } from './SlotsCard.tsx';
import { SpawnCard } from './SpawnCard.tsx';
import { ProtectionCard, WakersCard } from './ChoiceCards.tsx';
import { NextStartNotice } from './NextStartNotice.tsx';
import { changeOf, settingProblem, settingText } from './setting-text.ts';
import { SettingField } from './SettingField.tsx';
import { useSettingsUpdate } from './use-settings-update.ts';

/** It has a form, and forms are large. */
const RenameCard = lazyPart(async () => (await import('./RenameCard.tsx')).RenameCard);

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

/** What the owner says of the realm, to be read in lists. */
function DescriptionCard({ realm }: { realm: Realm }) {
  const { description: messages } = useMessages('manage').settings;
  const [typed, setTyped] = useTyped<string>(`description ${realm.id}`);
  const text = typed ?? realm.description;
  const changed = text.trim() !== realm.description;

  const setting = useRealmChange(realm, {
    group: 'realm-description',
    change: (description: string) => api.realmDescriptionSet({ params: { id: realm.id }, body: { description } }),
  });
  const problem = realmDescriptionProblem(text);

  return (
    <FormCard
      name="description"
      title={messages.title}
      text={messages.text}
      ready={changed && problem === null}
      busy={setting.isPending}
      onSend={() => setting.mutate(text.trim(), { onSuccess: () => setTyped(cleared(typed, null)) })}
    >
      <Field
        label={messages.label}
        hint={messages.hint(realmDescriptionRule.max)}
        problem={problem && (problem === 'too_long' ? messages.tooLong(realmDescriptionRule.max) : messages.characters)}
        autoComplete="off"
        className="max-w-2xl"
        value={text}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormCard>
  );
}

interface Props {
  realm: Realm;
  group: 'game' | 'world' | 'rules';
  names: readonly SettingName[];
}

/** A group of settings that are saved together: those of them that were changed. */
function SettingsCard({ realm, group, names }: Props) {
  const { settings: messages } = useMessages('manage');
  const [typed, setTyped] = useTyped<Partial<Record<SettingName, string>>>(`settings-${group} ${realm.id}`);
  const update = useSettingsUpdate(realm);
  const stored = Object.fromEntries(names.map((name) => [name, settingText(realm.settings, name)]));
  const textOf = (name: SettingName) => typed?.[name] ?? settingText(realm.settings, name);
  const changed = names.filter((name) => textOf(name) !== stored[name]);
  const isSound = !names.some((name) => settingProblem(name, textOf(name)));

  return (
    <FormCard
      name={group}
      title={messages.groups[group]}
      ready={changed.length > 0 && isSound}
      busy={update.isPending}
      onSend={() =>
        update.mutate(changeOf(Object.fromEntries(changed.map((name) => [name, textOf(name)]))), {
          onSuccess: () => setTyped(cleared(typed, null)),
        })
      }
    >
      <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
        {names.map((name) => (
          <SettingField
            key={name}
            realm={realm}
            name={name}
            text={textOf(name)}
            onChange={(text) => setTyped((before) => differing({ ...before, [name]: text }, stored))}
          />
        ))}
      </div>
      <NextStartNotice realm={realm} answer={update.data} />
    </FormCard>
  );
}
