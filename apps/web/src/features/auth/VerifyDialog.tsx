import { CircleCheck, CircleX, ExternalLink, LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { loginErrorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { closeAuthDialog, openAuthDialog } from '../../session/auth-dialog.ts';
import type { Verification } from '../../session/session-state.ts';
import { useSite } from '../../api/site.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { clockOf, useSecondsLeft } from '../../shared/use-seconds-left.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';

/** The second step: the number to press in the chat, and the outcome. */
export function VerifyDialog() {
  const { verify } = useMessages('auth');
  const { verification, busy, isLoggedIn } = useSession();
  if (!verification) return null;
  const outcome = isLoggedIn ? 'done' : 'refused';
  return (
    <AppDialog title={verify.title} onClose={closeAuthDialog}>
      {busy.includes('verifying') ? (
        <Waiting verification={verification} />
      ) : (
        <Outcome outcome={outcome} verification={verification} />
      )}
    </AppDialog>
  );
}

function Waiting({ verification: { match, expires, lost } }: { verification: Verification }) {
  const { verify } = useMessages('auth');
  const chat = useSite()?.chat;
  const isPlayed = chat?.platform === 'sandbox';
  const chatUrl = isPlayed ? new URL('/sandbox/chat', chat.invite).href : 'https://discord.com/channels/@me';
  const seconds = useSecondsLeft(Date.parse(expires));
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <p className="text-pretty">{verify.lead}</p>
      <p className="rounded-block border-2 border-lantern-edge bg-lantern px-8 py-3 font-display text-4xl font-semibold text-lantern-ink tabular-nums shadow-lantern">
        {match}
      </p>
      <p role="timer" className="text-sm text-muted tabular-nums">
        {seconds > 0 ? verify.left(clockOf(seconds)) : verify.over}
      </p>
      <NewTabLink href={chatUrl} data-autofocus className={buttonClass('plain')}>
        {verify.open}
        <ExternalLink aria-hidden size={18} />
      </NewTabLink>
      <p className="text-sm text-pretty text-muted">
        {verify.stranger}
        {isPlayed && ` ${verify.sandbox}`}
      </p>
      <p role="status" className="flex items-center gap-2 font-semibold">
        <LoaderCircle aria-hidden size={20} className="animate-spin text-spruce" />
        {lost ? verify.lost : verify.waiting}
      </p>
    </div>
  );
}

interface OutcomeProps {
  outcome: 'done' | 'refused';
  verification: Verification;
}

function Outcome({ outcome, verification: { username, error } }: OutcomeProps) {
  const errors = useMessages('errors');
  const { verify } = useMessages('auth');
  const outcomeRef = useRef<HTMLDivElement>(null);
  // The link that had it is gone.
  useEffect(() => outcomeRef.current?.focus(), []);
  const Icon = outcome === 'done' ? CircleCheck : CircleX;
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <Icon aria-hidden size={56} className={outcome === 'done' ? 'text-moss' : 'text-brick'} />
      <div ref={outcomeRef} tabIndex={-1} role="alert" className="focus:outline-none">
        <p className="font-display text-lg font-semibold">{verify[outcome]}</p>
        {outcome === 'refused' && <p className="mt-1 text-pretty text-muted">{loginErrorText(errors, error)}</p>}
      </div>
      {outcome === 'refused' && (
        <Button variant="primary" onAction={() => openAuthDialog('login', username)}>
          {verify.retry}
        </Button>
      )}
    </div>
  );
}
