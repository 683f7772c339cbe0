import { usePageText } from '../i18n/use-page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { UploadRow } from './UploadRow.tsx';
import { UploadsEnd } from './UploadsEnd.tsx';
import type { useUploads } from './use-uploads.ts';

interface Props {
  uploads: ReturnType<typeof useUploads>;
  className?: string;
}

/** What this page is sending, and what became of it. */
export function UploadsCard({ uploads, className }: Props) {
  const words = usePageText('uploads');
  if (uploads.items.length === 0) return null;
  return (
    <Card aria-label={words.underWay} className={className}>
      <h2 className="mb-3 text-lg">{words.underWay}</h2>
      <ul className="flex max-h-96 flex-col gap-4 overflow-y-auto">
        {uploads.items.map(({ key, path, size, sent, state, problem }) => {
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
      <UploadsEnd uploads={uploads} />
      {!uploads.isBusy && (
        <Button className="mt-3" onAction={uploads.clear}>
          {words.clear}
        </Button>
      )}
    </Card>
  );
}
