import type { Realm } from '@realmkeep/contract';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { RealmFields } from '../../features/realm/RealmFields.tsx';
import { canUse, refusedField, type RealmForm } from '../../features/realm/realm-rules.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { useRealmChange } from '../../features/realm/use-realm-change.ts';

/** The name and the address of the realm, to be changed. */
export function RenameCard({ realm }: { realm: Realm }) {
  const errors = useMessages('errors');
  const { settings: messages } = useMessages('realm');
  const current = formOf(realm);
  const draftName = `rename ${realm.id}`;
  const { control, register, handleSubmit, setError } = useForm<RealmForm>({
    defaultValues: (draftOf(draftName) as RealmForm | undefined) ?? current,
  });
  const form: RealmForm = { ...current, ...useWatch({ control }) };
  const changed = form.name.trim() !== current.name || form.address.trim().toLowerCase() !== current.address;

  useDraft(draftName, changed ? form : null);

  const rename = useRealmChange(realm, {
    group: 'realm-rename',
    change: ({ name, address }: RealmForm) => {
      const body = { realmName: name.trim(), domainName: address.trim() };
      return api.realmRename({ params: { id: realm.id }, body });
    },
    refused: (error) => {
      const field = refusedField(error);
      if (field) setError(field, { message: errorText(errors, error) }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit((values) => rename.mutate(values));

  return (
    <FormCard
      name="identity"
      title={messages.identity}
      text={messages.identityHint}
      ready={changed && canUse(form)}
      busy={rename.isPending}
      onSend={() => void submit()}
    >
      <RealmFields control={control} register={register} own={current.address} />
    </FormCard>
  );
}

/** The address is the first label of the domain. */
function formOf({ name, domain }: Realm): RealmForm {
  return { name, address: domain.domain.split('.')[0] ?? '' };
}
