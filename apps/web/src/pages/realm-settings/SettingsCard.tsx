import type { Realm } from '@realmkeep/contract';
import type { SettingName } from '@realmkeep/contract/realm-setting-rules';
import { useState } from 'react';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useOnline } from '../../shared/use-online.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { NextStartNotice } from './NextStartNotice.tsx';
import { changeOf, settingProblem, settingText } from './setting-text.ts';
import { SettingField } from './SettingField.tsx';
import { useSettingsUpdate } from './use-settings-update.ts';

interface Props {
  realm: Realm;
  group: 'game' | 'world';
  names: readonly SettingName[];
}

/** A group of settings that are saved together: those of them that were changed. */
export function SettingsCard({ realm, group, names }: Props) {
  const { settings: messages } = useMessages('manage');
  const { settings: realmMessages } = useMessages('realm');
  const online = useOnline();
  const draftName = `settings-${group} ${realm.id}`;
  const [draft, setDraft] = useState(() => (draftOf(draftName) ?? {}) as Partial<Record<SettingName, string>>);
  const update = useSettingsUpdate(realm, { saved: () => setDraft({}) });
  const textOf = (name: SettingName) => draft[name] ?? settingText(realm.settings, name);
  const changed = names.filter((name) => textOf(name) !== settingText(realm.settings, name));
  useDraft(draftName, changed.length > 0 ? draft : null);
  const isSound = !names.some((name) => settingProblem(name, textOf(name)));
  const possible = changed.length > 0 && isSound && !update.isPending && online;

  return (
    <Card aria-labelledby={`settings-${group}`}>
      <h2 id={`settings-${group}`} className="mb-4 text-lg">
        {messages.groups[group]}
      </h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (possible) update.mutate(changeOf(Object.fromEntries(changed.map((name) => [name, textOf(name)]))));
        }}
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
        <ProgressBar busy={update.isPending} label={messages.groups[group]} />
        <NextStartNotice realm={realm} answer={update.data} />
        <Button variant="primary" type="submit" disabled={!possible} className="mt-4">
          {realmMessages.save}
        </Button>
      </form>
    </Card>
  );
}
