import type { ErrorCode } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { useQuery, queryOptions, skipToken } from '@tanstack/react-query';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Messages } from '../../i18n/messages.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { chatReturn } from '../../features/auth/chat-return.ts';
import { useStore } from '../../shared/store.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { api } from '../../api/api.ts';
import { queries } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';

interface Props {
  invite: string;
  onNext: () => void;
  /** Back to the step before. */
  onAgain: () => void;
}

/** The outcome of the visit to the chat platform. */
export function ResultStep({ invite, onNext, onAgain }: Props) {
  const { result } = useMessages('verification');
  const errors = useMessages('errors');
  const brought = useStore(chatReturn);
  const isRefused = brought !== null && 'error' in brought;
  const linking = useQuery(chatVerifyQuery(isRefused ? null : brought));

  if (linking.data) {
    return (
      <Outcome key="done" tone="done" title={result.doneTitle} lines={[result.doneText(linking.data.username)]}>
        <Button variant="primary" onAction={onNext}>
          {result.next}
        </Button>
      </Outcome>
    );
  }
  if (isRefused) {
    const denied = brought.error === 'access_denied';
    const lines = denied ? [result.denied, result.advice.denied] : [result.refused, result.advice.other];
    return (
      <Outcome key="refused" tone="failed" title={result.failedTitle} lines={lines}>
        <Button variant="primary" onAction={onAgain}>
          {result.retry}
        </Button>
      </Outcome>
    );
  }
  if (linking.error && !linking.isFetching) {
    const code = linking.error instanceof ApiError ? linking.error.code : null;
    // Only what never reached the api can be tried again as it is.
    const lost = linking.error instanceof ApiError && linking.error.type === 'network';
    const lines = [errorText(errors, linking.error), adviceFor(result.advice, code)];
    return (
      <Outcome key="failed" tone="failed" title={result.failedTitle} lines={lines}>
        <Button variant="primary" onAction={lost ? () => void linking.refetch() : onAgain}>
          {code === 'chat_already_linked' ? result.next : result.retry}
        </Button>
        {(code === 'chat_join_refused' || code === 'chat_undeliverable') && (
          <NewTabLink href={invite} className={buttonClass('plain')}>
            {result.community}
          </NewTabLink>
        )}
      </Outcome>
    );
  }
  return <Outcome key="checking" tone="checking" title={result.checkingTitle} lines={[result.checkingText]} />;
}

const tones = {
  checking: { Icon: LoaderCircle, className: 'animate-spin text-spruce' },
  done: { Icon: CircleCheck, className: 'text-moss' },
  failed: { Icon: CircleX, className: 'text-brick' },
};

interface OutcomeProps {
  tone: keyof typeof tones;
  title: string;
  lines: string[];
  children?: ReactNode;
}

function Outcome({ tone, title, lines, children }: OutcomeProps) {
  const { Icon, className } = tones[tone];
  return (
    <Card className="flex flex-col items-center gap-4 py-8 text-center">
      <Icon aria-hidden size={56} className={className} />
      <div role={tone === 'failed' ? 'alert' : 'status'} className="max-w-lg">
        <StepHeading>{title}</StepHeading>
        {lines.map((line) => (
          <p key={line} className="text-pretty text-muted first-of-type:text-ink">
            {line}
          </p>
        ))}
      </div>
      {children && <div className="flex flex-wrap justify-center gap-3">{children}</div>}
    </Card>
  );
}

type Advice = Messages['verification']['result']['advice'];

function adviceFor(advice: Advice, code: ErrorCode | null): string {
  const byCode: Partial<Record<ErrorCode, string>> = advice;
  return (code === null ? undefined : byCode[code]) ?? advice.other;
}

/** Links by what the chat platform has brought: a code can be used once, so it is asked once, however often React mounts. */
function chatVerifyQuery(brought: { code: string; state: string } | null) {
  return queryOptions({
    queryKey: ['chat-verify', brought?.state],
    queryFn: brought
      ? async () => {
          try {
            return await api.chatVerify({ body: brought });
          } finally {
            // Also after a failure: the answer alone may have been lost.
            void queries.invalidateQueries({ queryKey: keys.me });
            void queries.invalidateQueries({ queryKey: keys.possibility });
          }
        }
      : skipToken,
    staleTime: Infinity,
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
