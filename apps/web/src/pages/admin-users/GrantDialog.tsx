import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useCall } from '../../shared/use-call.ts';
import { requestId } from '../../shared/request-id.ts';
import { useOnline } from '../../shared/use-online.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { coinsOf, expiryOf, type GrantForm, grantProblems } from './grant-rules.ts';

const toastGroup = 'admin';
const empty: GrantForm = { coins: '', day: '', reason: '' };

/** Gives coins to a player, with or without a day on which they expire. */
export function GrantDialog({ nickname, onClose }: { nickname: string; onClose: () => void }) {
  const admin = useMessages('admin');
  const { grant: messages } = admin;
  const online = useOnline();
  // However often it is sent from this dialog, also after another login, it is carried out once.
  const draftName = `grant ${nickname}`;
  const [kept] = useState(() => draftOf(draftName) as { id: string; form: GrantForm } | undefined);
  const [id] = useState(kept?.id ?? requestId);
  const [opened] = useState(() => new Date());
  const { register, handleSubmit, control } = useForm({ defaultValues: kept?.form ?? empty });
  const form: GrantForm = { ...empty, ...useWatch({ control }) };
  useDraft(draftName, { id, form });
  const problems = grantProblems(form, opened);

  const give = useCall(toastGroup, {
    mutationFn: ({ coins, day, reason }: GrantForm) => {
      const body = { username: nickname, coins: coinsOf(coins) ?? 0, expires: expiryOf(day), reason: reason.trim() };
      return api.adminCoinsGrant({ body: { ...body, requestId: id } });
    },
    onSuccess: (_, { coins }) => {
      showToast('success', messages.done(nickname, coinsOf(coins) ?? 0), toastGroup);
      onClose();
    },
    refresh: keys.anyAdmin,
  });
  const possible = Object.values(problems).every((problem) => problem === null) && !give.isPending && online;
  const submit = handleSubmit((values) => {
    if (possible) give.mutate(values);
  });

  return (
    <AppDialog title={messages.title(nickname)} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Field
          {...register('coins')}
          label={messages.amount}
          problem={form.coins === '' || problems.coins === null ? null : messages.problems[problems.coins]}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
        />
        <Field
          {...register('day')}
          type="date"
          label={messages.expires}
          hint={messages.expiresHint}
          problem={problems.day && messages.problems[problems.day]}
        />
        <Field
          {...register('reason')}
          label={admin.reason.label}
          hint={messages.reasonHint}
          problem={form.reason === '' || problems.reason === null ? null : admin.reason.problems[problems.reason]}
          autoComplete="off"
        />
        <ProgressBar busy={give.isPending} label={messages.busy} />
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="primary" type="submit" disabled={!possible}>
            {messages.submit}
          </Button>
          <Button onAction={onClose}>{admin.cancel}</Button>
        </div>
      </form>
    </AppDialog>
  );
}
