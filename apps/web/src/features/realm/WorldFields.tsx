import { isGameWorld, isJavaWorld, seedRule } from '@realmkeep/contract/maps';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { hasSeed, worldNames } from './world-rules.ts';

interface Props {
  map: string;
  seed: string;
  /** Whether a Java server generates it. */
  java: boolean;
  onMap: (map: string) => void;
  onSeed: (seed: string) => void;
}

/** What a new world is made of. */
export function WorldFields({ map, seed, java, onMap, onSeed }: Props) {
  const { fields } = useMessages('world');
  const { maps } = useMessages('realm');
  const choices = worldNames.filter((name) => java || !isJavaWorld(name));
  const chosen = choices.find((name) => name === map);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={fields.map}
        hint={chosen && maps[chosen].text}
        options={choices.map((name) => ({ value: name, label: maps[name].name }))}
        value={map}
        onChange={({ target }) => onMap(target.value)}
      />
      {hasSeed(map) && (
        <Field
          label={fields.seed}
          hint={isGameWorld(map) ? fields.seedHintRandom : fields.seedHint}
          value={seed}
          maxLength={seedRule.max}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onSeed(target.value)}
        />
      )}
    </div>
  );
}
