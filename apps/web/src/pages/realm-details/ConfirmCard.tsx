import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { api } from '../../api/api.ts';
import { historyQuery } from '../../api/queries.ts';
import { useCopy } from '../../shared/use-copy.ts';
import { useOnline } from '../../shared/use-online.ts';
import { clockOf, useSecondsLeft } from '../../shared/use-seconds-left.ts';
import { joinAddress } from '../../features/realm/join-address.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { useSite } from '../../api/site.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

interface Props {
  realmId: string;
  /** Of a kernel that hears no chat: the code is typed before its address. */
  codeBefore: string | null;
  /** Codes are kept by the running realm alone. */
  running: boolean;
}

/** Who manages the realm proves it in the game by a code. */
export function ConfirmCard({ realmId, codeBefore, running }: Props) {
  const { confirm } = useMessages('realm').details;
  const errors = useMessages('errors');
  const online = useOnline();
  const asking = useMutation({
    mutationFn: () => api.realmLoginCode({ params: { id: realmId } }),
    onError: (error) => showToast('error', errorText(errors, error), 'realm-login-code'),
  });

  return (
    <TitledCard id="confirm" title={confirm.title} gap="mb-1">
      <p className="mb-5 max-w-prose text-muted">{confirm.text}</p>
      {running && asking.data && (
        <LoginCode key={asking.data.code} realmId={realmId} codeBefore={codeBefore} {...asking.data} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={asking.isPending || !online || !running} onAction={() => asking.mutate()}>
          {running && asking.data ? confirm.again : confirm.button}
        </Button>
        {!running && <p className="text-sm text-muted">{confirm.off}</p>}
      </div>
    </TitledCard>
  );
}

function LoginCode({ code, expires, realmId, codeBefore }: { code: string; expires: string } & Omit<Props, 'running'>) {
  const { confirm } = useMessages('realm').details;
  const copy = useCopy();
  const skew = useQuery(historyQuery(realmId)).data?.skew ?? 0;
  const seconds = useSecondsLeft(Date.parse(expires) - skew);
  const site = useSite();
  const typed =
    codeBefore === null ? `/login ${code}` : joinAddress(`${code.toLowerCase()}.${codeBefore}`, site?.gamePort ?? null);
  const isOver = seconds === 0;
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed cannot hold it while it is disabled.
  useEffect(() => place.current?.focus(), []);

  return (
    <div ref={place} tabIndex={-1} className="mb-5 focus:outline-none">
      <div role="status">
        {isOver ? (
          <p className="text-muted">{confirm.over}</p>
        ) : (
          <>
            <p className="mb-2 font-semibold">{codeBefore === null ? confirm.type : confirm.address}</p>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
              <code className="rounded-block bg-sunk px-4 py-2 font-sans text-2xl font-semibold wrap-anywhere tabular-nums">
                {typed}
              </code>
              <Button onAction={() => copy(typed)}>
                <Copy aria-hidden size={18} />
                {confirm.copy}
              </Button>
            </div>
          </>
        )}
      </div>
      {!isOver && (
        <p role="timer" className="mt-2 text-sm text-muted tabular-nums">
          {confirm.left(clockOf(seconds))}
        </p>
      )}
    </div>
  );
}
