import type { Realm } from '@realmkeep/contract';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useRealmChange } from './use-realm-change.ts';

const noteId = 'settings-protection-note';

/** Whether the realm can be deleted. */
export function ProtectionCard({ realm }: { realm: Realm }) {
  const { protection: messages, enabled, disabled } = useMessages('manage').settings;
  const { settings: realmMessages } = useMessages('realm');
  const online = useOnline();
  /** Null until the other is chosen. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const selected = chosen ?? realm.protectedRealm;

  const setting = useRealmChange(realm, {
    group: 'realm-protection',
    change: (protectedRealm: boolean) => api.realmProtectionSet({ params: { id: realm.id }, body: { protectedRealm } }),
    saved: () => setChosen(null),
  });
  const possible = selected !== realm.protectedRealm && !setting.isPending && online;

  return (
    <Card aria-labelledby="settings-protection">
      <h2 id="settings-protection" className="mb-1 text-lg">
        {messages.title}
      </h2>
      <p className="mb-5 max-w-prose text-muted">{messages.text}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (possible) setting.mutate(selected);
        }}
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
        <ProgressBar busy={setting.isPending} label={messages.title} />
        <Button variant="primary" type="submit" disabled={!possible} className="mt-4">
          {realmMessages.save}
        </Button>
      </form>
    </Card>
  );
}
