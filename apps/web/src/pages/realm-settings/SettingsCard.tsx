import type { Realm } from '@realmkeep/contract';
import type { SettingName } from '@realmkeep/contract/realm-setting-rules';
import { useState } from 'react';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { NextStartNotice } from './NextStartNotice.tsx';
import { changeOf, settingProblem, settingText } from './setting-text.ts';
import { SettingField } from './SettingField.tsx';
import { useSettingsUpdate } from './use-settings-update.ts';

interface Props {
  realm: Realm;
  group: 'game' | 'world' | 'rules';
  names: readonly SettingName[];
}

/** A group of settings that are saved together: those of them that were changed. */
export function SettingsCard({ realm, group, names }: Props) {
  const { settings: messages } = useMessages('manage');
  const draftName = `settings-${group} ${realm.id}`;
  const [draft, setDraft] = useState(() => (draftOf(draftName) ?? {}) as Partial<Record<SettingName, string>>);
  const update = useSettingsUpdate(realm, { saved: () => setDraft({}) });
  const textOf = (name: SettingName) => draft[name] ?? settingText(realm.settings, name);
  const changed = names.filter((name) => textOf(name) !== settingText(realm.settings, name));
  useDraft(draftName, changed.length > 0 ? draft : null);
  const isSound = !names.some((name) => settingProblem(name, textOf(name)));

  return (
    <FormCard
      name={group}
      title={messages.groups[group]}
      ready={changed.length > 0 && isSound}
      busy={update.isPending}
      onSend={() => update.mutate(changeOf(Object.fromEntries(changed.map((name) => [name, textOf(name)]))))}
    >
      <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
        {names.map((name) => (
          <SettingField
            key={name}
            realm={realm}
            name={name}
            text={textOf(name)}
            onChange={(text) => setDraft((before) => ({ ...before, [name]: text }))}
          />
        ))}
      </div>
      <NextStartNotice realm={realm} answer={update.data} />
    </FormCard>
  );
}
