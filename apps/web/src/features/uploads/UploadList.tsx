import { useMessages } from '../../i18n/use-messages.ts';
import { LeavingDialog } from '../leaving/LeavingDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { UploadRow } from './UploadRow.tsx';
import type { useUploads } from './use-uploads.ts';

export interface UploadsProps {
  uploads: ReturnType<typeof useUploads>;
  className?: string;
}

/** Uploads from this page, a reminder to keep it open meanwhile, and the outcome, which screen readers announce. */
export function UploadList({ uploads, className }: UploadsProps) {
  const messages = useMessages('uploads');
  const { items, isBusy } = uploads;
  const count = (state: 'done' | 'failed') => items.filter((item) => item.state === state).length;
  const [done, failed] = [count('done'), count('failed')];
  const ends = [done > 0 ? messages.arrived(done) : '', failed > 0 ? messages.lost(failed) : ''];
  return (
    <Card aria-label={messages.underWay} className={className}>
      <h2 className="mb-3 text-lg">{messages.underWay}</h2>
      <ul className="flex max-h-96 flex-col gap-4 overflow-y-auto">
        {items.map(({ key, path, size, sent, state, problem, mayReplace }) => {
          const runs = state === 'waiting' || state === 'sending';
          const rests = state === 'paused' || state === 'failed';
          const label = runs ? messages.pause : messages.goOn;
          return (
            <UploadRow
              key={key}
              path={path}
              size={size}
              received={sent}
              note={messages.states[state]}
              problem={problem}
            >
              {/* Of two buttons, the one that was pressed would go with the focus. */}
              {(runs || rests) && (
                <Button
                  aria-label={messages.of(label, path)}
                  onAction={() => (runs ? uploads.pause(key) : uploads.goOn(key))}
                >
                  {label}
                </Button>
              )}
              {mayReplace && (
                <Button aria-label={messages.of(messages.replace, path)} onAction={() => uploads.goOn(key, true)}>
                  {messages.replace}
                </Button>
              )}
              {(runs || state === 'paused' || mayReplace) && (
                <Button aria-label={messages.of(messages.remove, path)} onAction={() => uploads.cancel(key)}>
                  {messages.remove}
                </Button>
              )}
            </UploadRow>
          );
        })}
      </ul>
      <p role="status" className="mt-3 text-sm text-muted">
        {isBusy ? messages.stay : ends.join(' ').trim()}
      </p>
      {!isBusy && (
        <Button className="mt-3" onAction={uploads.clear}>
          {messages.clear}
        </Button>
      )}
      <LeavingDialog isBusy={isBusy} staysInPage messages={messages.leave} />
    </Card>
  );
}
