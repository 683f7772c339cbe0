import type { Realm } from '@realmkeep/contract';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { RealmFields } from '../../features/realm/RealmFields.tsx';
import { canUse, refusedField, type RealmForm } from '../../features/realm/realm-rules.ts';
import { differing, useDraft } from '../../features/drafts/use-draft.ts';
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
  const { control, register, handleSubmit, setError, getValues, setValue } = useForm<RealmForm>({
    defaultValues: { ...current, ...(draftOf(draftName) as Partial<RealmForm> | undefined) },
  });
  const form: RealmForm = { ...current, ...useWatch({ control }) };
  const changed = differing(asStored(form), current);
  useDraft(draftName, changed);

  // What another page has renamed is shown, unless it is being changed here.
  const shown = useRef(current);
  useEffect(() => {
    const typed = asStored(getValues());
    for (const field of ['name', 'address'] as const) {
      const isNew = shown.current[field] !== current[field];
      if (isNew && typed[field] === shown.current[field]) setValue(field, current[field]);
    }
    shown.current = current;
  });

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
      ready={changed !== null && canUse(form)}
      busy={rename.isPending}
      onSend={() => void submit()}
    >
      <RealmFields control={control} register={register} own={current.address} />
    </FormCard>
  );
}

const asStored = ({ name, address }: RealmForm): RealmForm => ({
  name: name.trim(),
  address: address.trim().toLowerCase(),
});

/** The address is the first label of the domain. */
function formOf({ name, domain }: Realm): RealmForm {
  return { name, address: domain.domain.split('.')[0] ?? '' };
}
