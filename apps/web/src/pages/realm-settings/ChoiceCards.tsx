import type { Realm } from '@realmkeep/contract';
import { wakers } from '@realmkeep/contract/realm-phases';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { cleared } from '../../features/drafts/use-draft.ts';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { useRealmChange } from '../../features/realm/use-realm-change.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { RadioBar } from '../../ui/form/RadioBar.tsx';

interface Props<Choice extends string> {
  realm: Realm;
  name: 'wakers' | 'protection';
  messages: { title: string; text: string; label: string };
  options: { name: Choice; label: string }[];
  present: Choice;
  noteOf: (choice: Choice) => string;
  noteClass?: string;
  change: (choice: Choice) => Promise<Realm>;
}

/** A choice between a few options, with an explanation. */
function ChoiceCard<Choice extends string>(props: Props<Choice>) {
  const { realm, name, messages, options, present, noteOf, noteClass = '', change } = props;
  const noteId = `settings-${name}-note`;
  /** Null until another is chosen. */
  const [chosen, setChosen] = useState<Choice | null>(null);
  const selected = chosen ?? present;
  const setting = useRealmChange(realm, { group: `realm-${name}`, change });

  return (
    <FormCard
      name={name}
      title={messages.title}
      text={messages.text}
      ready={selected !== present}
      busy={setting.isPending}
      onSend={() => setting.mutate(selected, { onSuccess: () => setChosen(cleared(chosen, null)) })}
    >
      <RadioBar
        label={messages.label}
        describedBy={noteId}
        options={options}
        selected={selected}
        onSelect={setChosen}
      />
      <p id={noteId} className={`mt-1 max-w-prose text-sm leading-5 text-muted ${noteClass}`}>
        {noteOf(selected)}
      </p>
    </FormCard>
  );
}

/** Who wakes the sleeping server by joining it. */
export function WakersCard({ realm }: { realm: Realm }) {
  const { wakers: messages } = useMessages('manage').settings;
  return (
    <ChoiceCard
      realm={realm}
      name="wakers"
      messages={messages}
      options={wakers.map((name) => ({ name, label: messages.options[name] }))}
      present={realm.wakers}
      noteOf={(choice) => messages.notes[choice]}
      noteClass="min-h-15"
      change={(choice) => api.realmWakersSet({ params: { id: realm.id }, body: { wakers: choice } })}
    />
  );
}

/** Whether the realm can be deleted. */
export function ProtectionCard({ realm }: { realm: Realm }) {
  const { protection: messages, enabled, disabled } = useMessages('manage').settings;
  return (
    <ChoiceCard
      realm={realm}
      name="protection"
      messages={messages}
      options={[
        { name: 'true', label: enabled },
        { name: 'false', label: disabled },
      ]}
      present={realm.protectedRealm ? 'true' : 'false'}
      noteOf={() => messages.note}
      change={(choice) =>
        api.realmProtectionSet({ params: { id: realm.id }, body: { protectedRealm: choice === 'true' } })
      }
    />
  );
}
