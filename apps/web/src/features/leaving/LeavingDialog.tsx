import { useBlocker } from '@tanstack/react-router';
import { sessionState } from '../../session/use-session.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';

interface Props {
  /** Whether something would be lost. */
  isBusy: boolean;
  /** Whether it stays while the same page shows another folder or file of the realm. */
  staysInPage?: boolean;
  messages: Record<'title' | 'text' | 'action' | 'cancel', string>;
}

const realmOf = ({ search }: { search: object }) => ('id' in search ? search.id : null);

/** Asks before a page is left, or its tab closed. */
export function LeavingDialog({ isBusy, staysInPage = false, messages }: Props) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // The end of the session asks nobody.
      if (!isBusy || !sessionState.get().isLoggedIn) return false;
      return !staysInPage || next.pathname !== current.pathname || realmOf(next) !== realmOf(current);
    },
    enableBeforeUnload: () => isBusy,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <ConfirmDialog {...messages} busy={false} disabled={false} onConfirm={leaving.proceed} onClose={leaving.reset} />
  );
}
