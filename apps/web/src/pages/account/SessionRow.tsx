import type { AccountSession } from '@realmkeep/contract';
import { browserName } from '@realmkeep/contract/browser-name';
import { Monitor, Smartphone } from 'lucide-react';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';

const phones = new Set(['Android', 'iOS']);

/** What a session's browser is called. */
export function useBrowserText(): (session: AccountSession) => string {
  const { sessions: messages } = useMessages('account');
  return ({ user_agent }) => {
    const { browser, system } = browserName(user_agent);
    if (browser && system) return messages.on(browser, system);
    return browser ?? system ?? messages.unknown;
  };
}

export function SessionRow({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
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
