import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { UploadRow } from './UploadRow.tsx';
import type { useUploads } from './use-uploads.ts';

interface Props {
  uploads: ReturnType<typeof useUploads>;
  className?: string;
}

/** What this page is sending, that it is to stay open meanwhile, and what became of it: readers of the screen are told too. */
export function UploadsCard({ uploads, className }: Props) {
  const words = useMessages('uploads');
  const { items, isBusy } = uploads;
  if (items.length === 0) return null;
  const count = (state: 'done' | 'failed') => items.filter((item) => item.state === state).length;
  const [done, failed] = [count('done'), count('failed')];
  const ends = [done > 0 ? words.arrived(done) : '', failed > 0 ? words.lost(failed) : ''];
  return (
    <Card aria-label={words.underWay} className={className}>
      <h2 className="mb-3 text-lg">{words.underWay}</h2>
      <ul className="flex max-h-96 flex-col gap-4 overflow-y-auto">
        {items.map(({ key, path, size, sent, state, problem }) => {
          const runs = state === 'waiting' || state === 'sending';
          const rests = state === 'paused' || state === 'failed';
          return (
            <UploadRow key={key} path={path} size={size} received={sent} note={words.states[state]} problem={problem}>
              {runs && (
                <Button aria-label={words.of(words.pause, path)} onAction={() => uploads.pause(key)}>
                  {words.pause}
                </Button>
              )}
              {rests && (
                <Button aria-label={words.of(words.goOn, path)} onAction={() => uploads.goOn(key)}>
                  {words.goOn}
                </Button>
              )}
              {(runs || state === 'paused') && (
                <Button aria-label={words.of(words.remove, path)} onAction={() => uploads.cancel(key)}>
                  {words.remove}
                </Button>
              )}
            </UploadRow>
          );
        })}
      </ul>
      <p role="status" className="mt-3 text-sm text-muted">
        {isBusy ? words.stay : ends.join(' ').trim()}
      </p>
      {!isBusy && (
        <Button className="mt-3" onAction={uploads.clear}>
          {words.clear}
        </Button>
      )}
    </Card>
  );
}
