import type { RealmBackup } from '@realmkeep/contract';
import { isBackingUp } from '@realmkeep/contract/backup-rules';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { follow } from '../../shared/follow.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { Progress } from './Progress.tsx';
import { usePageCall } from '../../shared/use-page-call.ts';
import { keys } from '../../api/query-keys.ts';

interface Props {
  realmId: string;
  backup: RealmBackup;
  isOwner: boolean;
  /** Whether the world is being replaced. */
  restoring: boolean;
  /** Whether a new realm is being made of one. */
  making: boolean;
  /** Whether one is being made. */
  backingUp: boolean;
  /** A new realm shall be made of this one. */
  onNewRealm: () => void;
}

/** One backup, and what its realm's owner can do with it. */
export function BackupCard({ realmId, backup, isOwner, restoring, making, backingUp, onNewRealm }: Props) {
  const messages = useMessages('backups');
  const errors = useMessages('errors');
  const { format } = useI18n();
  const online = useOnline();
  const size = useSizeText();
  const title = useId();
  const [asked, setAsked] = useState<'restore' | 'remove' | null>(null);
  const params = { id: realmId, backupId: backup.id };
  const { state, progress, problem } = backup;
  const moment = format.dayAndHour(backup.created);
  const close = () => setAsked(null);

  const restore = usePageCall(keys.realmBackups(realmId), () => api.realmBackupRestore({ params }), {
    done: messages.restore.begun,
    onDone: close,
  });
  const removal = usePageCall(keys.realmBackups(realmId), () => api.realmBackupDelete({ params }), {
    done: messages.remove.done,
    onDone: close,
  });
  const download = useMutation({
    mutationFn: () => api.realmBackupLink({ params }),
    onSuccess: ({ url }) => follow(url),
    onError: (error) => showToast('error', errorText(errors, error)),
  });

  return (
    <Card aria-labelledby={title}>
      <h2 id={title} className="text-lg">
        {moment}
      </h2>
      <p className="text-muted">{maker()}</p>
      <div role="status">
        <p className={state === 'FAILED' ? 'font-semibold' : ''}>{messages.states[state]}</p>
        {problem && <p>{messages.problems[problem]}</p>}
      </div>
      {isBackingUp(state) && <Progress value={progress} label={messages.states[state]} />}
      {state === 'READY' && (
        <p className="text-sm text-muted">
          {size(backup.bytes ?? 0)} · {messages.files(backup.files ?? 0)}
        </p>
      )}
      {isOwner && (
        <div className="mt-3 flex flex-wrap gap-3">
          {state === 'READY' && (
            <>
              <Button
                disabled={!online || restoring || backingUp}
                aria-describedby={title}
                onAction={() => setAsked('restore')}
              >
                {messages.restore.button}
              </Button>
              <Button disabled={!online || making} aria-describedby={title} onAction={onNewRealm}>
                {messages.newRealm.button}
              </Button>
              <Button
                disabled={!online || download.isPending}
                aria-describedby={title}
                onAction={() => download.mutate()}
              >
                {messages.download}
              </Button>
            </>
          )}
          {backup.origin !== 'KERNEL_CHANGE' && (
            <Button disabled={!online || restoring} aria-describedby={title} onAction={() => setAsked('remove')}>
              {messages.remove.button}
            </Button>
          )}
        </div>
      )}
      {asked === 'restore' && (
        <ConfirmDialog
          title={messages.restore.title(moment)}
          text={messages.restore.text(moment)}
          action={messages.restore.action}
          cancel={messages.restore.cancel}
          busy={restore.isPending}
          disabled={!online}
          onConfirm={() => restore.mutate()}
          onClose={close}
        />
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title={messages.remove.title(moment)}
          text={messages.remove.text}
          action={messages.remove.action}
          cancel={messages.remove.cancel}
          busy={removal.isPending}
          disabled={!online}
          onConfirm={() => removal.mutate()}
          onClose={close}
        />
      )}
    </Card>
  );

  function maker(): string {
    if (backup.origin === 'SCHEDULED') return messages.bySchedule;
    if (backup.origin === 'KERNEL_CHANGE') return messages.byKernel;
    if (backup.origin === 'RESET') return messages.byReset;
    return backup.madeBy === null ? messages.byDeleted : messages.by(backup.madeBy);
  }
}
