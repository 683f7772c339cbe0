import type { Realm } from '@realmkeep/contract';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { useRealmChange } from '../../features/realm/use-realm-change.ts';

const noteId = 'settings-protection-note';

/** Whether the realm can be deleted. */
export function ProtectionCard({ realm }: { realm: Realm }) {
  const { protection: messages, enabled, disabled } = useMessages('manage').settings;
  /** Null until the other is chosen. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const selected = chosen ?? realm.protectedRealm;

  const setting = useRealmChange(realm, {
    group: 'realm-protection',
    change: (protectedRealm: boolean) => api.realmProtectionSet({ params: { id: realm.id }, body: { protectedRealm } }),
    saved: () => setChosen(null),
  });

  return (
    <FormCard
      name="protection"
      title={messages.title}
      text={messages.text}
      ready={selected !== realm.protectedRealm}
      busy={setting.isPending}
      onSend={() => setting.mutate(selected)}
    >
      <RadioBar
        label={messages.label}
        describedBy={noteId}
        options={[
          { name: 'true', label: enabled },
          { name: 'false', label: disabled },
        ]}
        selected={String(selected)}
        onSelect={(name) => setChosen(name === 'true')}
      />
      <p id={noteId} className="mt-1 max-w-prose text-sm leading-5 text-muted">
        {messages.note}
      </p>
    </FormCard>
  );
}
