import type { Realm } from '@realmkeep/contract';
import { wakers } from '@realmkeep/contract/realm-phases';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { useRealmChange } from '../../features/realm/use-realm-change.ts';

const noteId = 'settings-wakers-note';

/** Who wakes the sleeping server by joining it, and what that means. */
export function WakersCard({ realm }: { realm: Realm }) {
  const { wakers: messages } = useMessages('manage').settings;
  /** Null until another is chosen. */
  const [chosen, setChosen] = useState<Realm['wakers'] | null>(null);
  const selected = chosen ?? realm.wakers;

  const setting = useRealmChange(realm, {
    group: 'realm-wakers',
    change: (choice: Realm['wakers']) => api.realmWakersSet({ params: { id: realm.id }, body: { wakers: choice } }),
    saved: () => setChosen(null),
  });

  return (
    <FormCard
      name="wakers"
      title={messages.title}
      text={messages.text}
      ready={selected !== realm.wakers}
      busy={setting.isPending}
      onSend={() => setting.mutate(selected)}
    >
      <RadioBar
        label={messages.label}
        describedBy={noteId}
        options={wakers.map((name) => ({ name, label: messages.options[name] }))}
        selected={selected}
        onSelect={setChosen}
      />
      <p id={noteId} className="mt-1 min-h-15 max-w-prose text-sm leading-5 text-muted">
        {messages.notes[selected]}
      </p>
    </FormCard>
  );
}
