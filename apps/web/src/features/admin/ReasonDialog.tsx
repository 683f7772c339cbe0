import { reasonProblem } from '@realmkeep/contract/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';

const toastGroup = 'admin';

interface Props {
  title: string;
  /** What will happen. */
  text: string;
  /** What the button that does it says. */
  action: string;
  danger: boolean;
  /** What is said when it is done. */
  done: string;
  run: (reason: string) => Promise<null>;
  onClose: () => void;
}

/** Asks an operator why he does something. */
export function ReasonDialog({ title, text, action, danger, done, run, onClose }: Props) {
  const { reason: messages, cancel } = useMessages('admin');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const online = useOnline();
  const [reason, setReason] = useState('');
  const problem = reasonProblem(reason);

  const act = useMutation({
    mutationFn: () => run(reason.trim()),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: () => {
      showToast('success', done, toastGroup);
      onClose();
    },
    onError: (error) => showToast('error', errorText(errors, error), toastGroup),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.anyAdmin }),
  });
  const possible = problem === null && !act.isPending && online;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (possible) act.mutate();
  };

  return (
    <AppDialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <p className="mb-4">{text}</p>
        <Field
          label={messages.label}
          problem={reason === '' ? null : problem && messages.problems[problem]}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          autoComplete="off"
          data-autofocus
        />
        <ProgressBar busy={act.isPending} label={title} />
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant={danger ? 'danger' : 'primary'} type="submit" disabled={!possible}>
            {action}
          </Button>
          <Button onAction={onClose}>{cancel}</Button>
        </div>
      </form>
    </AppDialog>
  );
}
