import type { KernelChange } from '@realmkeep/contract';
import { isChangingKernel } from '@realmkeep/contract/kernel-rules';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';
import { useKernelName } from './use-kernel-name.ts';

/** What becomes of the change that goes on, or why the last one failed. */
export function ChangeNote({ change }: { change: KernelChange }) {
  const messages = useMessages('kernel');
  const { format } = useI18n();
  const name = useKernelName();
  const { state, progress, undoing, problem } = change;
  const text = undoing ? messages.undoing : messages.states[state];
  return (
    <div role="status">
      <Callout
        tone={undoing || state === 'FAILED' ? 'warn' : 'info'}
        title={messages.going(name(change.from), name(change.to))}
      >
        <p>{text}</p>
        {state === 'FAILED' && problem && (
          <p>
            {problem === 'START' && change.to.kernel === 'own' ? messages.own.notReady : messages.problems[problem]}
          </p>
        )}
        {isChangingKernel(state) && (
          <div className="mt-2 flex max-w-md items-center gap-3">
            <progress className="h-2 min-w-0 grow" aria-label={text} value={progress ?? undefined} max={1} />
            {progress !== null && <span className="text-sm tabular-nums">{format.percent(progress)}</span>}
          </div>
        )}
      </Callout>
    </div>
  );
}
