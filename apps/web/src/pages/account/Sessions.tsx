import type { AccountSession } from '@realmkeep/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { sessionsQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { SessionRow, useBrowserText } from './SessionRow.tsx';

const toastGroup = 'sessions';

/** Where somebody is logged in to the account, and how to end that. */
export function Sessions() {
  const { sessions: messages } = useMessages('account');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const query = useQuery(sessionsQuery);
  const online = useOnline();
  const browserOf = useBrowserText();
  const [ending, setEnding] = useState<AccountSession | 'others' | null>(null);

  const end = useMutation({
    mutationFn: (what: AccountSession | 'others') =>
      what === 'others' ? api.authSessionsEnd() : api.authSessionEnd({ params: { id: what.id } }),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (_, what) => showToast('success', what === 'others' ? messages.endedOthers : messages.ended, toastGroup),
    onError: (error) => showToast('error', errorText(errors, error), toastGroup),
    onSettled: () => {
      setEnding(null);
      return queries.invalidateQueries({ queryKey: keys.sessions });
    },
  });

  const confirm = {
    busy: end.isPending,
    disabled: !online,
    cancel: messages.cancel,
    onClose: () => setEnding(null),
  };

  return (
    <section
      id="sessions"
      tabIndex={-1}
      aria-labelledby="sessions-title"
      className="scroll-mt-24 py-5 focus:outline-none"
    >
      <h3 id="sessions-title" className="text-base">
        {messages.title}
      </h3>
      <p className="mb-3 text-muted">{messages.lead}</p>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-32" />} level={3}>
        {(sessions) => {
          const others = sessions.filter(({ current }) => !current);
          return (
            <>
              <ul className="flex flex-col gap-2">
                {[...sessions.filter(({ current }) => current), ...others].map((session) => (
                  <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
                ))}
              </ul>
              <div className="mt-4">
                {others.length === 0 ? (
                  <p className="text-sm text-muted">{messages.only}</p>
                ) : (
                  <Button onAction={() => setEnding('others')}>{messages.endOthers}</Button>
                )}
              </div>
              {ending === 'others' && (
                <ConfirmDialog
                  {...confirm}
                  title={messages.endOthersTitle}
                  text={messages.endOthersText(others.length)}
                  action={messages.endOthers}
                  onConfirm={() => end.mutate('others')}
                />
              )}
            </>
          );
        }}
      </QueryBoundary>
      {ending !== null && ending !== 'others' && (
        <ConfirmDialog
          {...confirm}
          title={messages.endTitle}
          text={messages.endText(browserOf(ending), ending.ip)}
          action={messages.end}
          onConfirm={() => end.mutate(ending)}
        />
      )}
    </section>
  );
}
