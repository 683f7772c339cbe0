import type { Realm } from '@realmkeep/contract';
import { wakers } from '@realmkeep/contract/realm-phases';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useOnline } from '../../shared/use-online.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { useRealmChange } from './use-realm-change.ts';

const noteId = 'settings-wakers-note';

/** Who wakes the sleeping server by joining it, and what that means. */
export function WakersCard({ realm }: { realm: Realm }) {
  const { wakers: messages } = useMessages('manage').settings;
  const { settings: realmMessages } = useMessages('realm');
  const online = useOnline();
  /** Null until another is chosen. */
  const [chosen, setChosen] = useState<Realm['wakers'] | null>(null);
  const selected = chosen ?? realm.wakers;

  const setting = useRealmChange(realm, {
    group: 'realm-wakers',
    change: (choice: Realm['wakers']) => api.realmWakersSet({ params: { id: realm.id }, body: { wakers: choice } }),
    saved: () => setChosen(null),
  });
  const possible = selected !== realm.wakers && !setting.isPending && online;

  return (
    <Card aria-labelledby="settings-wakers">
      <h2 id="settings-wakers" className="mb-1 text-lg">
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
          options={wakers.map((name) => ({ name, label: messages.options[name] }))}
          selected={selected}
          onSelect={setChosen}
        />
        <p id={noteId} className="mt-1 min-h-15 max-w-prose text-sm leading-5 text-muted">
          {messages.notes[selected]}
        </p>
        <ProgressBar busy={setting.isPending} label={messages.title} />
        <Button variant="primary" type="submit" disabled={!possible} className="mt-4">
          {realmMessages.save}
        </Button>
      </form>
    </Card>
  );
}
