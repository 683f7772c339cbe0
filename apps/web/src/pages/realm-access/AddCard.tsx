import type { Realm, RealmPartners } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tierLimits, tiers } from '@realmkeep/contract/tiers';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { useTyped } from '../../features/drafts/use-draft.ts';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Field } from '../../ui/form/Field.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';

const toastGroup = 'partner-add';

/** Lets the owner add a co-owner by nickname. If the tier allows none, it shows which tier does. */
export function AddCard({ realm, data }: { realm: Realm; data: RealmPartners }) {
  const errors = useMessages('errors');
  const { add } = useMessages('access');
  const queries = useQueryClient();
  const [typed, setTyped] = useTyped<string>(`partner ${realm.id}`);
  const name = typed ?? '';
  const [problem, setProblem] = useState<string | null>(null);
  const [offering, setOffering] = useState(false);
  const isFull = data.partners.length >= data.limit;

  const adding = useMutation({
    mutationFn: (username: string) => api.realmPartnerAdd({ params: { id: realm.id }, body: { username } }),
    onMutate: () => {
      clearToasts(toastGroup);
      setProblem(null);
    },
    onSuccess: (answer, username) => {
      queries.setQueryData(keys.realmPartners(realm.id), answer);
      void queries.invalidateQueries({ queryKey: keys.realms });
      setTyped((now) => (now?.trim() === username ? null : now));
      const added = answer.partners.find((partner) => partner.username.toLowerCase() === username.toLowerCase());
      showToast('success', add.done(added?.username ?? username), toastGroup);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'realm_partner_tier') setOffering(true);
      else {
        setProblem(errorText(errors, error));
        showToast('error', errorText(errors, error), toastGroup);
      }
    },
  });
  const submit = () => {
    const username = name.trim();
    if (data.coOwners === 'list') setOffering(true);
    else if (username === '') setProblem(errors.codes.realm_partner_empty);
    else adding.mutate(username);
  };

  return (
    <>
      <FormCard
        name="partner"
        title={add.title}
        button={add.button}
        ready={!(isFull && data.coOwners === 'add')}
        busy={adding.isPending}
        onSend={submit}
      >
        <Field
          label={add.label}
          hint={isFull ? add.full(data.limit) : add.hint}
          problem={problem}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          className="max-w-md"
          value={name}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(null);
          }}
        />
      </FormCard>
      {offering && <UpgradeDialog onClose={() => setOffering(false)} />}
    </>
  );
}

const firstTier = tiers.find((tier) => tierLimits[tier].coOwners === 'add') ?? 'GHAST';

/** Says from which tier on co-owners are added, and leads there. */
function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { upgrade } = useMessages('access');
  const { choose } = useMessages('subscription');
  const { tiers: names } = useMessages('realm');
  return (
    <AppDialog title={upgrade.title} onClose={onClose}>
      <p className="mb-5">{upgrade.text(names[firstTier])}</p>
      <div className="flex flex-wrap gap-3">
        <Link {...paths.shopCategory('PRIVILEGES')} data-autofocus className={buttonClass('primary')}>
          {choose}
        </Link>
        <Button onAction={onClose}>{upgrade.cancel}</Button>
      </div>
    </AppDialog>
  );
}
