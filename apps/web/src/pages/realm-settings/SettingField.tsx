import type { Realm } from '@realmkeep/contract';
import {
  difficultyLevels,
  gameModes,
  type SettingName,
  spawnProtectionRule,
} from '@realmkeep/contract/realm-setting-rules';
import { useId } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { settingProblem } from './setting-text.ts';

interface Props {
  realm: Realm;
  name: SettingName;
  /** As typed or chosen. */
  text: string;
  onChange: (text: string) => void;
}

/** One setting with its explanation: what it does, and how the server treats it. */
export function SettingField({ realm, name, text, onChange }: Props) {
  const { settings: messages } = useMessages('manage');
  const { gameModes: modes } = useMessages('realm');
  const noteId = useId();
  const label = messages.fields[name];
  const note = [messages.marks[realm.enforcement[name]], messages.hints[name]].filter((part) => part).join('. ');
  const hint = note === '' ? undefined : note;

  if (name === 'gameMode' || name === 'difficultyLevel') {
    const options =
      name === 'gameMode'
        ? gameModes.map((mode) => ({ value: mode, label: modes[mode] }))
        : difficultyLevels.map((level) => ({ value: level, label: messages.difficulties[level] }));
    return (
      <SelectField
        label={label}
        hint={hint}
        options={options}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  if (name === 'spawnProtectionRadius') {
    return (
      <Field
        label={label}
        hint={hint}
        problem={settingProblem(name, text) ? messages.radiusProblem(spawnProtectionRule.max) : null}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <div className="mb-1.5">
      <RadioBar
        label={label}
        describedBy={hint ? noteId : undefined}
        options={[
          { name: 'true', label: messages.enabled },
          { name: 'false', label: messages.disabled },
        ]}
        selected={text}
        onSelect={onChange}
      />
      <p id={noteId} className="mt-1 min-h-5 text-sm leading-5 text-muted">
        {hint}
      </p>
    </div>
  );
}
