import { reasonProblem } from '@realmkeep/contract/rules';
import type { FormEvent } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useCall } from '../../shared/use-call.ts';
import { useOnline } from '../../shared/use-online.ts';
import { useTyped } from '../drafts/use-draft.ts';

const toastGroup = 'admin';

interface Props {
  /** Under which name the reason is kept. */
  draftName: string;
  title: string;
  /** What will happen. */
  text: string;
  /** What the button that does it says. */
  action: string;
  danger: boolean;
  /** The confirmation. */
  done: string;
  run: (reason: string) => Promise<null>;
  onClose: () => void;
}

/** Asks an operator for a reason. */
function ReasonDialog({ draftName, title, text, action, danger, done, run, onClose }: Props) {
  const { reason: messages, cancel } = useMessages('admin');
  const online = useOnline();
  const [typed, setTyped] = useTyped<string>(draftName);
  const reason = typed ?? '';
  const problem = reasonProblem(reason);

  const act = useCall(toastGroup, {
    mutationFn: () => run(reason.trim()),
    onSuccess: () => {
      showToast('success', done, toastGroup);
      onClose();
    },
    refresh: keys.anyAdmin,
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
          onChange={(event) => setTyped(event.target.value)}
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

interface BlockProps {
  name: string;
  blocked: boolean;
  messages: Record<'blockLabel' | 'unblockLabel' | 'blockedDone' | 'unblockedDone', (name: string) => string> &
    Record<'blockText' | 'unblockText', string>;
  block: (reason: string) => Promise<null>;
  unblock: (reason: string) => Promise<null>;
  onClose: () => void;
}

/** Blocks something, or unblocks it if it is blocked. */
export function BlockDialog({ name, blocked, messages, block, unblock, onClose }: BlockProps) {
  const admin = useMessages('admin');
  return blocked ? (
    <ReasonDialog
      draftName={`unblock ${name}`}
      title={messages.unblockLabel(name)}
      text={messages.unblockText}
      action={admin.unblock}
      danger={false}
      done={messages.unblockedDone(name)}
      run={unblock}
      onClose={onClose}
    />
  ) : (
    <ReasonDialog
      draftName={`block ${name}`}
      title={messages.blockLabel(name)}
      text={messages.blockText}
      action={admin.block}
      danger
      done={messages.blockedDone(name)}
      run={block}
      onClose={onClose}
    />
  );
}
