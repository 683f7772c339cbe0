import type { Realm, RealmBackups } from '@realmkeep/contract';
import { officialMaps } from '@realmkeep/contract/maps';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { seedFor, worldNames } from '../../features/realm/world-rules.ts';
import { WorldFields } from '../../features/realm/WorldFields.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { usePageCall } from '../../shared/use-page-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';

/** A new world in the place of this one, chosen and confirmed. */
export function ResetCard({ realm }: { realm: Realm }) {
  const { reset: messages } = useMessages('world');
  const online = useOnline();
  const [map, setMap] = useState<string>(worldNames.find((name) => name === realm.map) ?? officialMaps[0]);
  const [seed, setSeed] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const close = () => setTyped(null);
  const ran = realm.spawnX !== null;
  const reset = usePageCall<RealmBackups>(
    keys.realmBackups(realm.id),
    () => {
      const world_name = worldNames.find((name) => name === map) ?? officialMaps[0];
      return api.realmWorldReset({ params: { id: realm.id }, body: { world_name, ...seedFor(map, seed) } });
    },
    { done: messages.begun, onDone: close },
  );
  return (
    <>
      <FormCard
        name="reset"
        title={messages.title}
        text={ran ? messages.text : messages.notYet}
        button={messages.button}
        ready={ran}
        busy={reset.isPending}
        onSend={() => setTyped('')}
      >
        <WorldFields map={map} seed={seed} java={realm.kernel.kernel !== 'sandbox'} onMap={setMap} onSeed={setSeed} />
      </FormCard>
      {typed !== null && (
        <AppDialog title={messages.confirmTitle(realm.name)} onClose={close}>
          <p className="mb-3">{messages.confirmText}</p>
          <Field
            label={messages.type(realm.name)}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <ProgressBar busy={reset.isPending} label={messages.action} />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              variant="danger"
              disabled={reset.isPending || !online || typed.trim() !== realm.name}
              onAction={() => reset.mutate()}
            >
              {messages.action}
            </Button>
            <Button onAction={close}>{messages.cancel}</Button>
          </div>
        </AppDialog>
      )}
    </>
  );
}
