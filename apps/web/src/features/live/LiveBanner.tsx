import { WifiOff } from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { liveState } from './live-state.ts';
import { useStore } from '../../shared/store.ts';

/** Says that the page's content may be outdated. It waits a moment: most losses are over before anyone could read it. */
export function LiveBanner() {
  const shell = useMessages('shell');
  const online = useOnline();
  const live = useStore(liveState);
  const message = online ? live === 'lost' && shell.live.reconnecting : shell.live.offline;
  return (
    <div role="status" className="sticky top-16 z-[5]">
      {message && (
        <p className="flex animate-late items-center justify-center gap-2 border-b-2 border-amber/40 bg-amber-soft px-4 py-2 text-sm font-semibold">
          <WifiOff aria-hidden size={16} className="shrink-0 text-amber" />
          {message}
        </p>
      )}
    </div>
  );
}
