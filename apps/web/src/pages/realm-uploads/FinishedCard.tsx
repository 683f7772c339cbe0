import type { RealmUpload } from '@realmkeep/contract';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Card } from '../../ui/Card.tsx';

/** What has come within a day. */
export function FinishedCard({ finished }: { finished: readonly RealmUpload[] }) {
  const messages = useMessages('uploads');
  const { format } = useI18n();
  const sizeText = useSizeText();
  return (
    <Card aria-label={messages.finishedTitle}>
      <h2 className="mb-3 text-lg">{messages.finishedTitle}</h2>
      {finished.length === 0 && <p className="text-muted">{messages.none}</p>}
      <ul className="flex flex-col gap-3">
        {finished.map((upload) => (
          <li key={upload.id}>
            <p className="wrap-anywhere">{upload.path}</p>
            <p className="text-sm text-muted">
              {sizeText(upload.size)} · {upload.by} · {upload.finished && format.dayAndHour(upload.finished)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
