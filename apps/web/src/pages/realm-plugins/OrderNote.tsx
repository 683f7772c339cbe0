import type { AddonOrder } from '@realmkeep/contract';
import { InstallationBar } from '../../features/realm/InstallationBar.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';

/** What is being installed, or the outcome of the last installation. */
export function OrderNote({ order: { state, title, progress, problem, subject } }: { order: AddonOrder }) {
  const messages = useMessages('addons');
  return (
    <div className="wrap-anywhere">
      <div role="status">
        <Callout tone={state === 'FAILED' ? 'warn' : 'info'} title={messages.order[state](title)}>
          {problem && <p>{messages.problems[problem](subject)}</p>}
        </Callout>
      </div>
      {/* Beside what is announced: how far it is would be told again and again. */}
      {state === 'RUNNING' && <InstallationBar label={messages.order.progress} progress={progress} />}
    </div>
  );
}
