import { useRouterState } from '@tanstack/react-router';
import { useMessages } from '../i18n/use-messages.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';

/** Says that a page is on its way while the one before still stands: only where that takes longer than a blink. */
export function RouteProgress() {
  const shell = useMessages('shell');
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  if (!isLoading) return null;
  return (
    <div className="fixed inset-x-0 top-0 z-10 animate-late [animation-delay:300ms]">
      <ProgressBar busy label={shell.states.loading} />
    </div>
  );
}
