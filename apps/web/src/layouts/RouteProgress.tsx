import { useRouterState } from '@tanstack/react-router';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';

/** Says that a page is on its way while the one before still stands: only where that takes longer than a blink. */
export function RouteProgress() {
  const { text } = useI18n();
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  if (!isLoading) return null;
  return (
    <div className="fixed inset-x-0 top-0 z-10 animate-late [animation-delay:300ms]">
      <ProgressBar busy label={text.shell.states.loading} />
    </div>
  );
}
