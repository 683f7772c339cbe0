import type { KernelChange } from '@realmkeep/contract';
import { isChangingKernel } from '@realmkeep/contract/kernel-rules';
import { InstallationBar } from '../../features/realm/InstallationBar.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';
import { useKernelName } from './use-kernel-name.ts';

/** What becomes of the change that goes on, or why the last one failed. */
export function ChangeNote({ change }: { change: KernelChange }) {
  const messages = useMessages('kernel');
  const name = useKernelName();
  const { state, progress, undoing, problem } = change;
  const text = undoing ? messages.undoing : messages.states[state];
  return (
    <Callout
      tone={undoing || state === 'FAILED' ? 'warn' : 'info'}
      title={messages.going(name(change.from), name(change.to))}
    >
      {/* How far it is would be told again and again. */}
      <div role="status">
        <p>{text}</p>
        {state === 'FAILED' && problem && (
          <p>
            {problem === 'START' && change.to.kernel === 'own' ? messages.own.notReady : messages.problems[problem]}
          </p>
        )}
      </div>
      {isChangingKernel(state) && <InstallationBar label={text} progress={progress} />}
    </Callout>
  );
}
