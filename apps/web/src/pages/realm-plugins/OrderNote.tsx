import type { AddonOrder } from '@realmkeep/contract';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';

/** What is being installed, or what became of the last that was to be. */
export function OrderNote({ order: { state, title, progress, problem, subject } }: { order: AddonOrder }) {
  const messages = useMessages('addons');
  const { format } = useI18n();
  return (
    <div role="status" className="wrap-anywhere">
      <Callout tone={state === 'FAILED' ? 'warn' : 'info'} title={messages.order[state](title)}>
        {problem && <p>{messages.problems[problem](subject)}</p>}
        {state === 'RUNNING' && (
          <div className="mt-2 flex max-w-md items-center gap-3">
            <progress
              className="h-2 min-w-0 grow"
              aria-label={messages.order.progress}
              value={progress ?? undefined}
              max={1}
            />
            {progress !== null && <span className="text-sm tabular-nums">{format.percent(progress)}</span>}
          </div>
        )}
      </Callout>
    </div>
  );
}
