import type { RealmBackup } from '@realmkeep/contract';
import { eulaUrl } from '@realmkeep/contract/kernel-rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { draftOf } from '../../features/drafts/drafts.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Eula } from '../../features/realm/Eula.tsx';
import { RealmFields } from '../../features/realm/RealmFields.tsx';
import { canUse, refusedField, type RealmForm } from '../../features/realm/realm-rules.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { kernelQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

/** What is kept when the session ends. */
export interface NewRealmDraft {
  backup: RealmBackup;
  form: RealmForm;
}

interface Props {
  realmId: string;
  backup: RealmBackup;
  /** Under which name what is typed is kept. */
  draftName: string;
  onClose: () => void;
}

const toastGroup = 'backups';
const empty: RealmForm = { name: '', address: '' };

/** The name and the address of a realm that begins with the backup, and the consent that its kernel needs. */
export function NewRealmDialog({ realmId, backup, draftName, onClose }: Props) {
  const messages = useMessages('backups').newRealm;
  const errors = useMessages('errors');
  const online = useOnline();
  const queries = useQueryClient();
  const isJava = backup.kernel.kernel !== 'sandbox';
  const ofKernel = useQuery({ ...kernelQuery(realmId), enabled: isJava });
  const [agreed, setAgreed] = useState(false);
  const [kept] = useState(() => draftOf(draftName) as NewRealmDraft | undefined);
  const { control, register, handleSubmit, setError } = useForm<RealmForm>({ defaultValues: kept?.form ?? empty });
  const typed = { ...empty, ...useWatch({ control }) };
  useDraft(draftName, typed.name + typed.address === '' ? null : ({ backup, form: typed } satisfies NewRealmDraft));
  const complete = canUse(typed);
  const kernel = ofKernel.data;
  const needsEula = isJava && kernel?.eula.accepted === null;

  const creation = useMutation({
    mutationFn: ({ name, address }: RealmForm) =>
      api.realmBackupRealmCreate({
        params: { id: realmId, backupId: backup.id },
        body: { user_realm_name: name.trim(), domain_name: address.trim(), eula: needsEula ? eulaUrl : null },
      }),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (answer) => {
      queries.setQueryData(keys.realmBackups(realmId), answer);
      void queries.invalidateQueries({ queryKey: keys.realms });
      void queries.invalidateQueries({ queryKey: keys.possibility });
      showToast('success', messages.begun, toastGroup);
      onClose();
    },
    onError: (error) => {
      const field = refusedField(error);
      if (field) setError(field, { message: errorText(errors, error) }, { shouldFocus: true });
      showToast('error', errorText(errors, error), toastGroup);
    },
  });
  const possible = complete && online && !creation.isPending && (!isJava || (kernel && (agreed || !needsEula)));
  const submit = handleSubmit((values) => {
    if (possible) creation.mutate(values);
  });

  return (
    <AppDialog title={messages.title} onClose={onClose}>
      <p className="mb-4">{messages.text}</p>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <RealmFields control={control} register={register} />
        {isJava && (
          <QueryBoundary query={ofKernel} skeleton={<Skeleton className="mt-4 h-22" />} level={3}>
            {({ eula }) => <Eula accepted={eula.accepted} agreed={agreed} onAgree={setAgreed} />}
          </QueryBoundary>
        )}
        <ProgressBar busy={creation.isPending} label={messages.title} />
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="primary" type="submit" disabled={!possible}>
            {messages.action}
          </Button>
          <Button onAction={onClose}>{messages.cancel}</Button>
        </div>
      </form>
    </AppDialog>
  );
}
