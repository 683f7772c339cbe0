import type { RealmBackups } from '@realmkeep/contract';
import { countsInPlan, isBackingUp, isRestoring } from '@realmkeep/contract/backup-rules';
import { useId } from 'react';
import { api } from '../../api/api.ts';
import { useOnline } from '../../shared/use-online.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { usePageCall } from '../../shared/use-page-call.ts';
import { keys } from '../../api/query-keys.ts';

/** Makes a backup, or says when and why not. */
export function CreateBar({ realmId, data }: { realmId: string; data: RealmBackups }) {
  const messages = useMessages('backups');
  const { format } = useI18n();
  const online = useOnline();
  const size = useSizeText();
  const hint = useId();
  const creating = usePageCall(keys.realmBackups(realmId), () => api.realmBackupCreate({ params: { id: realmId } }), {
    done: messages.created,
  });
  const kept = data.backups.filter(({ state, origin }) => state !== 'FAILED' && countsInPlan(origin));
  const obstacle = obstacleOf();
  const minutes = data.cooldownMinutes;
  const pause = minutes % 60 === 0 ? messages.why.hours(minutes / 60) : messages.why.minutes(minutes);

  function obstacleOf(): string | null {
    if (data.backups.some(({ state }) => isBackingUp(state))) return messages.why.running;
    if ([data.restore, data.reset].some((other) => other && isRestoring(other.state))) return messages.why.restoring;
    if (kept.length >= data.limit) return messages.why.full;
    if (data.bytesUsed >= data.bytesLimit) return messages.why.space;
    return data.nextAt === null ? null : messages.why.pause(format.moment(data.nextAt));
  }

  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="primary"
        disabled={obstacle !== null || creating.isPending || !online}
        aria-describedby={hint}
        onAction={() => creating.mutate()}
      >
        {messages.create}
      </Button>
      <div id={hint} className="min-w-0 text-sm text-muted">
        <p>{messages.usage(kept.length, data.limit, size(data.bytesUsed), size(data.bytesLimit))}</p>
        {data.keptDays !== null && <p>{messages.keptDays(data.keptDays)}</p>}
        <p role="status">{obstacle ?? messages.why.pauseRule(pause)}</p>
      </div>
    </div>
  );
}
