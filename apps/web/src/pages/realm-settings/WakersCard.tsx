import type { Realm } from '@realmkeep/contract';
import { wakers } from '@realmkeep/contract/realm-phases';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { realmQuery } from '../../api/queries.ts';
import { withNewerLive } from '../../api/live-cache.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'realm-wakers';
const noteId = 'settings-wakers-note';

/** Who wakes the sleeping server by joining it, and what that means. */
export function WakersCard({ realm }: { realm: Realm }) {
  const errors = useMessages('errors');
  const { wakers: messages } = useMessages('manage').settings;
  const { settings: realmMessages } = useMessages('realm');
  const queries = useQueryClient();
  const online = useOnline();
  /** Null until another is chosen. */
  const [chosen, setChosen] = useState<Realm['wakers'] | null>(null);
  const selected = chosen ?? realm.wakers;

  const setting = useMutation({
    mutationFn: async (choice: Realm['wakers']) => {
      const asked = performance.now();
      return withNewerLive(await api.realmWakersSet({ params: { id: realm.id }, body: { wakers: choice } }), asked);
    },
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (changed) => {
      queries.setQueryData(realmQuery(realm.id).queryKey, changed);
      setChosen(null);
      showToast('success', realmMessages.saved, toastGroup);
    },
    onError: (error) => showToast('error', errorText(errors, error), toastGroup),
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
