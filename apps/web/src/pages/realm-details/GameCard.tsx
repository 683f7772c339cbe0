import type { Realm } from '@realmkeep/contract';
import {
  kitNames,
  type Prefix,
  prefixColours,
  prefixRule,
  readPrefix,
  weathers,
} from '@realmkeep/contract/in-game-rules';
import { type TierLimits, tierLimits, tiers } from '@realmkeep/contract/tiers';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/api.ts';
import { cleared, differing, useTyped } from '../../features/drafts/use-draft.ts';
import { PlansLink } from '../../features/shop/PlansLink.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { useCall } from '../../shared/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { useRealmChange } from '../../features/realm/use-realm-change.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'realm-game';

/** What the plan of the realm gives its managers in the game, and what they do there from the page. */
export function GameCard({ realm, own }: { realm: Realm; own: boolean }) {
  const messages = useMessages('game');
  const lacks = (['weather', 'kits', 'highlightedNickname', 'personalPrefix'] as const).some(
    (part) => !tierLimits[realm.ownerTier][part],
  );
  return (
    <TitledCard id="game" title={messages.title} gap="mb-1">
      <p className="mb-5 max-w-prose text-muted">{messages.text}</p>
      <div className="flex flex-col gap-6">
        <Part realm={realm} needs="weather" title={messages.weather}>
          <Weather realm={realm} />
        </Part>
        <Part realm={realm} needs="kits" title={messages.kit}>
          <Kits realm={realm} />
        </Part>
        <Part realm={realm} needs="highlightedNickname" title={messages.name}>
          <PrefixForm realm={realm} />
        </Part>
      </div>
      {own && lacks && <PlansLink />}
    </TitledCard>
  );
}

interface PartProps {
  realm: Realm;
  needs: keyof TierLimits;
  title: string;
  children: ReactNode;
}

function Part({ realm, needs, title, children }: PartProps) {
  const messages = useMessages('game');
  const { tiers: tierNames } = useMessages('realm');
  const firstTier = tiers.find((tier) => tierLimits[tier][needs]) ?? 'DRAGON';
  return (
    <section>
      <h3 className="mb-2 font-sans font-semibold">{title}</h3>
      {tierLimits[realm.ownerTier][needs] ? (
        children
      ) : (
        <p className="text-muted">{messages.from(tierNames[firstTier])}</p>
      )}
    </section>
  );
}

/** Something done in the game; toasts say what came of it. */
function useGameCall<Value>(call: (value: Value) => Promise<null>, done: (value: Value) => string) {
  return useCall(toastGroup, {
    mutationFn: call,
    onSuccess: (_, value) => showToast('success', done(value), toastGroup),
  });
}

function Weather({ realm }: { realm: Realm }) {
  const messages = useMessages('game');
  const online = useOnline();
  const runs = realm.live.phase === 'READY';
  const changing = useGameCall(
    (weather: (typeof weathers)[number]) => api.realmWeatherSet({ params: { id: realm.id }, body: { weather } }),
    () => messages.weatherSet,
  );
  return (
    <div className="flex flex-wrap items-center gap-3">
      {weathers.map((weather) => (
        <Button
          key={weather}
          disabled={!runs || !online || changing.isPending}
          onAction={() => changing.mutate(weather)}
        >
          {messages.weathers[weather]}
        </Button>
      ))}
      {!runs && <p className="text-sm text-muted">{messages.off}</p>}
    </div>
  );
}

function Kits({ realm }: { realm: Realm }) {
  const messages = useMessages('game');
  const online = useOnline();
  const [chosen, setChosen] = useState('');
  const names = realm.live.players.map(({ nickname }) => nickname);
  // Whoever was chosen may have left.
  const name = names.includes(chosen) ? chosen : (names[0] ?? null);
  const giving = useGameCall(
    (body: { name: string; kit: (typeof kitNames)[number] }) => api.realmKitGive({ params: { id: realm.id }, body }),
    ({ name: whose }) => messages.kitGiven(whose),
  );
  const commands = kitNames.map((kit) => (realm.kernel.kernel === 'sandbox' ? `/kit ${kit}` : `/trigger kit.${kit}`));
  const hint = messages.kitCommand(commands.join(', '));
  if (name === null) {
    return (
      <>
        <p className="text-muted">{realm.live.phase === 'READY' ? messages.nobodyOn : messages.off}</p>
        <p className="mt-2 text-sm text-muted">{hint}</p>
      </>
    );
  }
  return (
    <>
      <SelectField
        label={messages.kitFor}
        hint={hint}
        className="max-w-md"
        options={names.map((value) => ({ value, label: value }))}
        value={name}
        onChange={({ target }) => setChosen(target.value)}
      />
      <div className="mt-2 flex flex-wrap gap-3">
        {kitNames.map((kit) => (
          <Button key={kit} disabled={!online || giving.isPending} onAction={() => giving.mutate({ name, kit })}>
            {messages.kits[kit]}
          </Button>
        ))}
      </div>
    </>
  );
}

/** What stands before the nickname of whoever looks. */
function PrefixForm({ realm }: { realm: Realm }) {
  const messages = useMessages('game');
  const { settings, tiers: tierNames } = useMessages('realm');
  const online = useOnline();
  const [typed, setTyped] = useTyped<Partial<Prefix>>(`prefix ${realm.id}`);
  const stored: Prefix = { text: '', color: 'gold', ...realm.prefix };
  const prefix = { ...stored, ...typed };
  const isPossible = readPrefix(`${prefix.color} ${prefix.text}`)?.color === prefix.color;
  const isChanged = prefix.text !== realm.prefix?.text || prefix.color !== realm.prefix.color;
  const setting = useRealmChange(realm, {
    group: toastGroup,
    change: (chosen: Prefix | null) => api.realmPrefixSet({ params: { id: realm.id }, body: { prefix: chosen } }),
  });
  const save = (chosen: Prefix | null) => setting.mutate(chosen, { onSuccess: () => setTyped(cleared(typed, null)) });
  const isBusy = setting.isPending || !online;
  if (!tierLimits[realm.ownerTier].personalPrefix) {
    return (
      <p className="text-muted">
        {messages.highlighted} {messages.prefixFrom(tierNames.DRAGON)}
      </p>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isPossible && isChanged && !isBusy) save(prefix);
      }}
    >
      <p className="mb-3 text-muted">{messages.highlighted}</p>
      <div className="flex flex-wrap gap-x-4">
        <Field
          label={messages.prefix}
          hint={messages.prefixHint(prefixRule.max)}
          problem={prefix.text.trim() !== '' && !isPossible ? messages.prefixProblem : null}
          className="w-72 max-w-full"
          autoComplete="off"
          maxLength={prefixRule.max}
          value={prefix.text}
          onChange={({ target }) => setTyped(differing({ ...typed, text: target.value }, stored))}
        />
        <SelectField
          label={messages.prefixColor}
          className="w-44"
          options={prefixColours.map((value) => ({ value, label: messages.colors[value] }))}
          value={prefix.color}
          onChange={({ target }) => {
            const color = prefixColours.find((known) => known === target.value);
            if (color) setTyped(differing({ ...typed, color }, stored));
          }}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="primary" type="submit" disabled={!isPossible || !isChanged || isBusy}>
          {settings.save}
        </Button>
        {realm.prefix && (
          <Button disabled={isBusy} onAction={() => save(null)}>
            {messages.prefixRemove}
          </Button>
        )}
      </div>
    </form>
  );
}
