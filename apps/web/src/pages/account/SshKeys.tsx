import type { SshKey } from '@realmkeep/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useCall } from '../../shared/use-call.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { sshKeysQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { SshKeyDialog } from './SshKeyDialog.tsx';

const toastGroup = 'ssh-keys';

/** The keys by which programs get to the files; nothing where there is no SFTP. */
export function SshKeys() {
  const { keys: messages } = useMessages('account');
  const { format } = useI18n();
  const queries = useQueryClient();
  const { data } = useQuery(sshKeysQuery);
  const online = useOnline();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<SshKey | null>(null);

  const remove = useCall(toastGroup, {
    mutationFn: ({ id }: SshKey) => api.sshKeyRemove({ params: { id } }),
    onSuccess: () => showToast('success', messages.removed, toastGroup),
    onSettled: () => {
      setRemoving(null);
      return queries.invalidateQueries({ queryKey: keys.sshKeys });
    },
  });
  if (!data?.sftp) return null;

  return (
    <section aria-labelledby="ssh-keys" className="py-5">
      <h3 id="ssh-keys" className="text-base">
        {messages.title}
      </h3>
      <p className="mb-3 text-muted">{messages.lead}</p>
      {data.keys.length === 0 ? (
        <p className="text-sm text-muted">{messages.none}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {data.keys.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-block bg-sunk px-4 py-3">
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-semibold wrap-anywhere">{key.name}</p>
                <p className="text-sm wrap-anywhere text-muted">
                  {key.type} · {key.fingerprint}
                </p>
                <p className="text-sm text-muted">
                  {messages.addedOn(format.moment(key.created_at))} ·{' '}
                  {key.last_used_at === null ? messages.unused : messages.used(format.moment(key.last_used_at))}
                </p>
              </div>
              <Button aria-label={messages.removeLabel(key.name)} onAction={() => setRemoving(key)}>
                {messages.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4">
        <Button onAction={() => setAdding(true)}>{messages.add}</Button>
      </div>
      {adding && <SshKeyDialog onClose={() => setAdding(false)} />}
      {removing !== null && (
        <ConfirmDialog
          title={messages.removeTitle}
          text={messages.removeText(removing.name)}
          action={messages.remove}
          cancel={messages.cancel}
          busy={remove.isPending}
          disabled={!online}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}
