import type { Realm } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { packUrl } from '@realmkeep/contract/realm-setting-rules';
import { tierLimits, tiers } from '@realmkeep/contract/tiers';
import { useState } from 'react';
import { cleared, useTyped } from '../../features/drafts/use-draft.ts';
import { PlansLink } from '../../features/shop/PlansLink.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { NextStartNotice } from './NextStartNotice.tsx';
import { settingText } from './setting-text.ts';
import { useSettingsUpdate } from './use-settings-update.ts';

const firstTier = tiers.find((tier) => tierLimits[tier].resourcePacks) ?? 'DRAGON';

/** The resource pack: fetched and checked when it is set, which takes a while. */
export function PackCard({ realm, own }: { realm: Realm; own: boolean }) {
  const { settings: messages } = useMessages('manage');
  const { settings: realmMessages, tiers: tierNames } = useMessages('realm');
  const { codes } = useMessages('errors');
  const online = useOnline();
  const [typed, setTyped] = useTyped<string>(`pack ${realm.id}`);
  const [refusal, setRefusal] = useState<string | null>(null);
  const update = useSettingsUpdate(realm, {
    refused: (error, text) => {
      if (error instanceof ApiError && error.code?.startsWith('realm_pack_')) setRefusal(text);
    },
  });
  const current = settingText(realm.settings, 'resourcePackUrl');
  const text = typed ?? current;
  const isAddress = packUrl(text) !== null;
  const possible = text.trim() !== current && isAddress && !update.isPending && online;
  const isOffered = tierLimits[realm.ownerTier].resourcePacks;

  return (
    <TitledCard id="settings-pack" title={messages.groups.pack} gap="mb-4">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setRefusal(null);
          if (possible) {
            update.mutate({ resourcePackUrl: text.trim() }, { onSuccess: () => setTyped(cleared(typed, null)) });
          }
        }}
      >
        {isOffered ? (
          <Field
            label={messages.fields.resourcePackUrl}
            hint={[messages.marks[realm.enforcement.resourcePackUrl], messages.packHint]
              .filter((part) => part)
              .join('. ')}
            problem={text.trim() !== '' && text !== current && !isAddress ? codes.realm_pack_url : refusal}
            type="url"
            autoComplete="off"
            spellCheck={false}
            className="max-w-2xl"
            value={text}
            onChange={({ target }) => {
              setTyped(target.value);
              setRefusal(null);
            }}
          />
        ) : (
          <>
            <p className="text-muted">{messages.packTier(tierNames[firstTier])}</p>
            {current !== '' && (
              <p className="mt-2 text-muted">
                {messages.packKept} <span className="wrap-anywhere">{current}</span>
              </p>
            )}
            {own && <PlansLink />}
          </>
        )}
        <ProgressBar busy={update.isPending} label={messages.packChecking} />
        {update.isPending && (
          <p role="status" className="mt-1 text-sm text-muted">
            {messages.packChecking}
          </p>
        )}
        <NextStartNotice realm={realm} answer={update.data} />
        <div className="mt-4 flex flex-wrap gap-3">
          {isOffered && (
            <Button variant="primary" type="submit" disabled={!possible}>
              {realmMessages.save}
            </Button>
          )}
          {current !== '' && (
            <Button
              disabled={update.isPending || !online}
              onAction={() => {
                setRefusal(null);
                update.mutate({ resourcePackUrl: null });
              }}
            >
              {messages.packRemove}
            </Button>
          )}
        </div>
      </form>
    </TitledCard>
  );
}
