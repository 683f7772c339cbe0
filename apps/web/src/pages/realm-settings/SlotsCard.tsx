import type { Realm } from '@realmkeep/contract';
import { slotsProblem } from '@realmkeep/contract/realm-setting-rules';
import { tierLimits } from '@realmkeep/contract/tiers';
import { useState } from 'react';
import { cleared, useTyped } from '../../features/drafts/use-draft.ts';
import { PlansLink } from '../../features/shop/PlansLink.tsx';
import { PowerButtons } from '../../features/realm/PowerButtons.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { numberOf, settingText } from './setting-text.ts';
import { useSettingsUpdate } from './use-settings-update.ts';

/** How many can play at once. A change stops the server, of which it warns. */
export function SlotsCard({ realm, own }: { realm: Realm; own: boolean }) {
  const { settings: messages } = useMessages('manage');
  const { unlimited } = useMessages('realm');
  const { codes } = useMessages('errors');
  const [typed, setTyped] = useTyped<string>(`slots ${realm.id}`);
  const [refusal, setRefusal] = useState<string | null>(null);
  const update = useSettingsUpdate(realm, {
    refused: (_, text) => setRefusal(text),
  });
  const most = tierLimits[realm.ownerTier].slots;
  const slots = typed?.trim() === '' && most === null ? null : numberOf(typed ?? '');
  const problem = typed === null ? null : slotsProblem(slots, realm.settings.slots, most);
  const runs = realm.status === 'ON' && realm.live.phase !== 'SLEEPING';

  return (
    <FormCard
      name="slots"
      title={messages.groups.slots}
      ready={typed !== null && problem === null}
      busy={update.isPending}
      onSend={() => {
        setRefusal(null);
        update.mutate({ slots }, { onSuccess: () => setTyped(cleared(typed, null)) });
      }}
    >
      <Field
        label={messages.fields.slots}
        hint={most === null ? messages.slotsAny : messages.slotsMost(most)}
        problem={problem ? codes[problem] : refusal}
        inputMode="numeric"
        placeholder={most === null ? unlimited : undefined}
        autoComplete="off"
        className="max-w-md"
        value={typed ?? settingText(realm.settings, 'slots')}
        onChange={({ target }) => {
          setTyped(target.value);
          setRefusal(null);
        }}
      />
      {problem === 'realm_slots_tier' && own && <PlansLink />}
      <dl className="mt-2">
        <dt className="text-sm font-semibold">{messages.fields.accessWithoutLicense}</dt>
        <dd className="text-sm text-muted">{messages.licence}</dd>
      </dl>
      {runs && (
        <div className="mt-4">
          <Callout tone="warn" title={messages.slotsStopsTitle}>
            <p>{messages.slotsStopsText}</p>
          </Callout>
        </div>
      )}
      {update.data?.stopped && realm.live.phase === 'OFF' && (
        <div role="status" className="mt-4">
          <Callout tone="info" title={messages.stoppedTitle}>
            <p className="mb-3">{messages.stoppedText}</p>
            <PowerButtons realmId={realm.id} status={realm.status} phase={realm.live.phase} />
          </Callout>
        </div>
      )}
    </FormCard>
  );
}
