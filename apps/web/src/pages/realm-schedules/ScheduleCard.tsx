import type { Schedule } from '@realmkeep/contract';
import { startTransition, useId, useOptimistic, useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { fill } from '../../i18n/fill.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clockText, daysText, momentIn } from './schedule-text.ts';
import { useLocale } from './use-locale.ts';
import { usePageCall } from '../../shared/use-page-call.ts';
import { keys } from '../../api/query-keys.ts';

interface Props {
  realmId: string;
  schedule: Schedule;
  onEdit: () => void;
}

/** One schedule: what it does and when, its last outcome, and its actions. */
export function ScheduleCard({ realmId, schedule, onEdit }: Props) {
  const messages = useMessages('schedules');
  const online = useOnline();
  const locale = useLocale();
  const title = useId();
  const [isRemovalAsked, setRemovalAsked] = useState(false);
  const { name, action, command, time, weekdays, zone, enabled, nextRun } = schedule;
  const params = { id: realmId, scheduleId: schedule.id };

  const running = usePageCall(keys.realmSchedules(realmId), () => api.realmScheduleRun({ params }));
  const turning = usePageCall(keys.realmSchedules(realmId), (on: boolean) =>
    api.realmScheduleUpdate({ params, body: { name, action, command, time, weekdays, zone, enabled: on } }),
  );
  // A mutation is pending a moment later only, and until then the box would jump back.
  const [shown, setShown] = useOptimistic(enabled);
  const turn = (on: boolean) =>
    startTransition(async () => {
      setShown(on);
      await turning.mutateAsync(on).catch(() => undefined);
    });
  const removing = usePageCall(keys.realmSchedules(realmId), () => api.realmScheduleDelete({ params }));
  const busy = running.isPending || turning.isPending;

  return (
    <Card aria-labelledby={title}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id={title} className="text-lg wrap-anywhere">
            {name}
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-2">
            {messages.actions[action]}
            {command !== null && <code className="max-w-full rounded-chip bg-sunk px-2 wrap-anywhere">{command}</code>}
          </p>
          <p className="text-muted">
            {messages.when(daysText(weekdays, locale, messages.everyDay), clockText(time, locale))}{' '}
            <span>({zone.replaceAll('_', ' ')})</span>
          </p>
        </div>
        <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-spruce"
            checked={shown}
            // One that is disabled would lose the focus.
            disabled={!online}
            aria-describedby={title}
            onChange={({ target }) => busy || turn(target.checked)}
          />
          {messages.enabled}
        </label>
      </div>
      <p className="mt-3">{nextRun === null ? messages.off : messages.next(momentIn(nextRun, zone, locale))}</p>
      <p className="text-sm text-muted" role="status">
        <Last schedule={schedule} />
      </p>
      <p className="text-sm text-muted">{messages.author(schedule.author)}</p>
      <ProgressBar busy={busy} label={name} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button disabled={busy || !online} aria-describedby={title} onAction={() => running.mutate(undefined)}>
          {messages.runNow}
        </Button>
        <Button disabled={!online} aria-describedby={title} onAction={onEdit}>
          {messages.edit}
        </Button>
        <Button disabled={!online} aria-describedby={title} onAction={() => setRemovalAsked(true)}>
          {messages.remove.button}
        </Button>
      </div>
      {isRemovalAsked && (
        <ConfirmDialog
          title={messages.remove.title(name)}
          text={messages.remove.text}
          action={messages.remove.button}
          cancel={messages.remove.cancel}
          busy={removing.isPending}
          disabled={!online}
          onConfirm={() => removing.mutate(undefined)}
          onClose={() => setRemovalAsked(false)}
        />
      )}
    </Card>
  );
}

/** How the latest run went. */
function Last({ schedule: { last, zone } }: { schedule: Schedule }) {
  const messages = useMessages('schedules');
  const errors = useMessages('errors');
  const locale = useLocale();
  if (last === null) return messages.never;
  const reason = last.error && fill(errors.codes[last.error.code], last.error.params);
  return (
    <>
      {messages.last(momentIn(last.at, zone, locale))} {messages.outcomes[last.outcome]}
      {reason !== null && ` ${reason}.`}
    </>
  );
}
