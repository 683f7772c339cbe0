import type { Realm } from '@realmkeep/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { RealmFields } from '../../features/realm/RealmFields.tsx';
import { canUse, refusedField, type RealmForm } from '../../features/realm/realm-rules.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { realmQuery } from '../../api/queries.ts';
import { withNewerLive } from '../../api/live-cache.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'realm-rename';

/** The name and the address of the realm, to be changed. */
export function RenameCard({ realm }: { realm: Realm }) {
  const errors = useMessages('errors');
  const realmText = useMessages('realm');
  const messages = realmText.settings;
  const queries = useQueryClient();
  const current = formOf(realm);
  const online = useOnline();
  const draftName = `rename ${realm.id}`;
  const { control, register, handleSubmit, setError } = useForm<RealmForm>({
    defaultValues: (draftOf(draftName) as RealmForm | undefined) ?? current,
  });
  const form: RealmForm = { ...current, ...useWatch({ control }) };
  const changed = form.name.trim() !== current.name || form.address.trim().toLowerCase() !== current.address;

  useDraft(draftName, changed ? form : null);

  const rename = useMutation({
    mutationFn: async ({ name, address }: RealmForm) => {
      const asked = performance.now();
      const body = { realmName: name.trim(), domainName: address.trim() };
      return withNewerLive(await api.realmRename({ params: { id: realm.id }, body }), asked);
    },
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (renamed) => {
      queries.setQueryData(realmQuery(realm.id).queryKey, renamed);
      void queries.invalidateQueries({ queryKey: keys.realms });
      showToast('success', messages.saved, toastGroup);
    },
    onError: (error) => {
      const field = refusedField(error);
      if (field) setError(field, { message: errorText(errors, error) }, { shouldFocus: true });
      showToast('error', errorText(errors, error), toastGroup);
    },
  });
  const possible = changed && canUse(form) && !rename.isPending && online;
  const submit = handleSubmit((values) => {
    if (possible) rename.mutate(values);
  });

  return (
    <Card aria-labelledby="identity">
      <h2 id="identity" className="mb-1 text-lg">
        {messages.identity}
      </h2>
      <p className="mb-5 text-muted">{messages.identityHint}</p>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <RealmFields control={control} register={register} own={current.address} />
        <ProgressBar busy={rename.isPending} label={messages.identity} />
        <Button variant="primary" type="submit" disabled={!possible} className="mt-4">
          {messages.save}
        </Button>
      </form>
    </Card>
  );
}

/** The address is the first label of the domain. */
function formOf({ name, domain }: Realm): RealmForm {
  return { name, address: domain.domain.split('.')[0] ?? '' };
}
