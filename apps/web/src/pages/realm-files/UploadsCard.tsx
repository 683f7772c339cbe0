import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { splitPath } from './file-words.ts';
import type { useUploads } from '../../components/use-uploads.ts';

/** What is on its way, and what became of it. */
export function UploadsCard({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  const { uploads: words } = usePageText('files');
  const { format } = useI18n();
  if (uploads.items.length === 0) return null;
  return (
    <Card className="mt-5" aria-label={words.title}>
      <h2 className="mb-3 text-lg">{words.title}</h2>
      <ul className="flex max-h-80 flex-col gap-3 overflow-y-auto">
        {uploads.items.map(({ key, path, size, sent, state, problem }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <div className="min-w-0 flex-1 basis-48">
              <p className="wrap-anywhere">{splitPath(path).name}</p>
              {state === 'sending' && (
                <progress className="h-2 w-full accent-spruce" aria-label={path} max={size} value={sent} />
              )}
              <p className="text-sm text-muted">
                {state === 'sending' ? format.percent(size === 0 ? 1 : sent / size) : words.states[state]}
              </p>
              {problem !== null && <p className="text-sm text-brick">{problem}</p>}
            </div>
            {(state === 'waiting' || state === 'sending') && (
              <Button aria-label={words.cancelOf(path)} onAction={() => uploads.cancel(key)}>
                {words.cancel}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {uploads.isBusy ? (
        <p className="mt-3 text-sm text-muted">{words.stay}</p>
      ) : (
        <Button className="mt-3" onAction={uploads.clear}>
          {words.clear}
        </Button>
      )}
    </Card>
  );
}
