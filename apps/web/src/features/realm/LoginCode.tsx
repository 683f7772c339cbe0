import { loginCodeLifetimeMs } from '@realmkeep/contract/player-rules';
import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { api } from '../../api/api.ts';
import { useSite } from '../../api/site.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { useCopy } from '../../shared/use-copy.ts';
import { useOnline } from '../../shared/use-online.ts';
import { clockOf, useSecondsLeft } from '../../shared/use-seconds-left.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { joinAddress } from './join-address.ts';

interface Props {
  realm: {
    id: string;
    name: string;
    /** Codes are kept by the running realm alone. */
    running: boolean;
  };
  /** Of a kernel that hears no chat: the code is typed before its address. */
  codeBefore: string | null;
}

/** Asks for a code that proves in the game who one is, and shows it while it is valid. */
export function LoginCode({ realm: { id, name, running }, codeBefore }: Props) {
  const { confirm } = useMessages('realm').details;
  const errors = useMessages('errors');
  const online = useOnline();
  const asking = useMutation({
    mutationFn: async () => {
      const { code } = await api.realmLoginCode({ params: { id } });
      // Counted from here, since the clocks of phones differ from ours.
      return { code, until: Date.now() + loginCodeLifetimeMs };
    },
    onError: (error) => showToast('error', errorText(errors, error), 'realm-login-code'),
  });
  const shown = running ? asking.data : undefined;
  const action = shown ? confirm.again : confirm.button;

  return (
    <>
      {shown && <Code key={shown.code} codeBefore={codeBefore} {...shown} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          aria-label={`${action}: ${name}`}
          disabled={asking.isPending || !online || !running}
          onAction={() => asking.mutate()}
        >
          {action}
        </Button>
        {!running && <p className="text-sm text-muted">{confirm.off}</p>}
      </div>
    </>
  );
}

function Code({ code, until, codeBefore }: { code: string; until: number } & Pick<Props, 'codeBefore'>) {
  const { confirm } = useMessages('realm').details;
  const copy = useCopy();
  const seconds = useSecondsLeft(until);
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
