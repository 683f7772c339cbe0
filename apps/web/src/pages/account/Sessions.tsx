import type { AccountSession } from '@realmkeep/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { browserName } from '@realmkeep/contract/browser-name';
import { Monitor, Smartphone } from 'lucide-react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useCall } from '../../shared/use-call.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { sessionsQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';

const toastGroup = 'sessions';

/** Where somebody is logged in to the account, and how to end that. */
export function Sessions() {
  const { sessions: messages } = useMessages('account');
  const queries = useQueryClient();
  const query = useQuery(sessionsQuery);
  const online = useOnline();
  const browserOf = useBrowserText();
  const [ending, setEnding] = useState<AccountSession | 'others' | null>(null);

  const end = useCall(toastGroup, {
    mutationFn: (what: AccountSession | 'others') =>
      what === 'others' ? api.authSessionsEnd() : api.authSessionEnd({ params: { id: what.id } }),
    onSuccess: (_, what) => showToast('success', what === 'others' ? messages.endedOthers : messages.ended, toastGroup),
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

const phones = new Set(['Android', 'iOS']);

/** What a session's browser is called. */
function useBrowserText(): (session: AccountSession) => string {
  const { sessions: messages } = useMessages('account');
  return ({ user_agent }) => {
    const { browser, system } = browserName(user_agent);
    if (browser && system) return messages.on(browser, system);
    return browser ?? system ?? messages.unknown;
  };
}

function SessionRow({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const { format } = useI18n();
  const { sessions: messages } = useMessages('account');
  const browser = useBrowserText()(session);
  const Icon = phones.has(browserName(session.user_agent).system ?? '') ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-block bg-sunk px-4 py-3">
      <Icon aria-hidden size={22} className="shrink-0 text-muted max-xs:hidden" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <span title={session.user_agent}>{browser}</span>
          {session.current && (
            <span className="rounded-chip bg-moss-soft px-2.5 py-0.5 text-xs text-moss">{messages.current}</span>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {session.token_name} · {session.ip}
        </p>
        <p className="text-sm text-muted">
          {messages.since(format.moment(session.created_at))} · {messages.used(format.moment(session.last_used_at))}
        </p>
      </div>
      {!session.current && (
        <Button aria-label={messages.endLabel(browser)} onAction={onEnd}>
          {messages.end}
        </Button>
      )}
    </li>
  );
}
