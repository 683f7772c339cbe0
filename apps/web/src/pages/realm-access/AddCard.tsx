import type { Realm, RealmPartners } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { UpgradeDialog } from './UpgradeDialog.tsx';

const toastGroup = 'partner-add';

/** The owner adds a co-owner by his nickname. Where the tier adds none, he is shown what does. */
export function AddCard({ realm, data }: { realm: Realm; data: RealmPartners }) {
  const errors = useMessages('errors');
  const { add } = useMessages('access');
  const queries = useQueryClient();
  const online = useOnline();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [offering, setOffering] = useState(false);
  const isFull = data.partners.length >= data.limit;

  const adding = useMutation({
    mutationFn: (username: string) => api.realmPartnerAdd({ params: { id: realm.id }, body: { username } }),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (answer, username) => {
      queries.setQueryData(keys.realmPartners(realm.id), answer);
      void queries.invalidateQueries({ queryKey: keys.realms });
      setName('');
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
    else if (!adding.isPending) adding.mutate(username);
  };

  return (
    <Card aria-labelledby="partner-add">
      <h2 id="partner-add" className="mb-4 text-lg">
        {add.title}
      </h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
            setName(target.value);
            setProblem(null);
          }}
        />
        <ProgressBar busy={adding.isPending} label={add.title} />
        <Button
          variant="primary"
          type="submit"
          disabled={adding.isPending || !online || (isFull && data.coOwners === 'add')}
          className="mt-2"
        >
          {add.button}
        </Button>
      </form>
      {offering && <UpgradeDialog onClose={() => setOffering(false)} />}
    </Card>
  );
}
