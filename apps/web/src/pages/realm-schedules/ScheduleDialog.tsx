import type { Schedule, ScheduleBody } from '@realmkeep/contract';
import { consoleCommandRule } from '@realmkeep/contract/console-rules';
import { scheduleActions, scheduleNameRule, weekdays } from '@realmkeep/contract/schedule-rules';
import { oneLine } from '@realmkeep/contract/texts';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { differing, useDraft } from '../../features/drafts/use-draft.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { weekdayName, zoneOptions } from './schedule-text.ts';
import { useLocale } from './use-locale.ts';
import { usePageCall } from '../../shared/use-page-call.ts';
import { keys } from '../../api/query-keys.ts';

interface Props {
  realmId: string;
  /** The schedule to change, as it was; null: a new one is made. */
  opened: Schedule | null;
  /** The same as it is now; null: there is none. */
  current: Schedule | null;
  /** Under which name what is typed is kept. */
  draftName: string;
  onClose: () => void;
}

/** What is kept when the session ends. */
export interface ScheduleDraft {
  schedule: Schedule | null;
  changed: Partial<ScheduleBody>;
}

/** The form of a schedule. */
export function ScheduleDialog({ realmId, opened, current, draftName, onClose }: Props) {
  const messages = useMessages('schedules');
  const { form } = messages;
  const online = useOnline();
  const [initial] = useState<ScheduleBody>(() => opened ?? fresh());
  const [typed, setTyped] = useState(() => (draftOf(draftName) as ScheduleDraft | undefined)?.changed ?? null);
  // A co-owner may change the other fields meanwhile.
  const present: ScheduleBody = current ?? initial;
  const body = { ...present, ...typed };
  const isGone = opened !== null && current === null;
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<ScheduleBody>) => setTyped((before) => differing({ ...before, ...change }, present));
  const sending = usePageCall(keys.realmSchedules(realmId), (sent: ScheduleBody) => send(realmId, current, sent), {
    onDone: onClose,
  });
  useDraft(draftName, typed ? ({ schedule: opened, changed: typed } satisfies ScheduleDraft) : null);

  const problems = {
    name: isLine(body.name) ? null : form.nameProblem(scheduleNameRule.max),
    command:
      body.action === 'COMMAND' && !isLine(body.command ?? '') ? form.commandProblem(consoleCommandRule.max) : null,
    time: body.time === '' ? form.timeProblem : null,
    weekdays: body.weekdays.length === 0 ? form.daysProblem : null,
  };
  const shown = (name: keyof typeof problems) => (isTried ? problems[name] : null);
  const submit = () => {
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== null) || sending.isPending || !online) return;
    sending.mutate(body);
  };

  return (
    <AppDialog title={opened ? form.changeTitle : messages.add} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {isGone && (
          <div role="alert" className="mb-4">
            <Callout tone="warn" title={form.gone.title}>
              <p>{form.gone.text}</p>
            </Callout>
          </div>
        )}
        <Field
          label={form.name}
          problem={shown('name')}
          maxLength={scheduleNameRule.max}
          value={body.name}
          data-autofocus
          onChange={({ target }) => set({ name: target.value })}
        />
        <SelectField
          label={form.action}
          options={scheduleActions.map((action) => ({ value: action, label: messages.actions[action] }))}
          value={body.action}
          onChange={({ target }) => set({ action: target.value as ScheduleBody['action'] })}
        />
        {body.action === 'COMMAND' && (
          <Field
            label={form.command}
            hint={form.commandHint}
            problem={shown('command')}
            maxLength={consoleCommandRule.max}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={body.command ?? ''}
            onChange={({ target }) => set({ command: target.value })}
          />
        )}
        <Field
          label={form.time}
          type="time"
          problem={shown('time')}
          value={body.time}
          onChange={({ target }) => set({ time: target.value })}
        />
        <SelectField
          label={form.zone}
          hint={form.zoneHint}
          options={zoneOptions(body.zone)}
          value={body.zone}
          onChange={({ target }) => set({ zone: target.value })}
        />
        <Weekdays chosen={body.weekdays} problem={shown('weekdays')} onChange={(days) => set({ weekdays: days })} />
        <ProgressBar busy={sending.isPending} label={form.save} />
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="primary" type="submit" disabled={sending.isPending || !online}>
            {form.save}
          </Button>
          <Button onAction={onClose}>{form.cancel}</Button>
        </div>
      </form>
    </AppDialog>
  );
}

interface WeekdaysProps {
  chosen: readonly number[];
  problem: string | null;
  onChange: (days: number[]) => void;
}

function Weekdays({ chosen, problem, onChange }: WeekdaysProps) {
  const { form } = useMessages('schedules');
  const locale = useLocale();
  return (
    <fieldset className="mb-1.5 min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{form.days}</legend>
      <div className="flex flex-wrap gap-2">
        {weekdays.map((day) => (
          <label
            key={day}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-block border-2 border-line px-3 has-checked:bg-sunk has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce"
          >
            <input
              type="checkbox"
              className="size-5 accent-spruce"
              aria-label={weekdayName(day, locale, 'long')}
              checked={chosen.includes(day)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, day].toSorted((a, b) => a - b) : chosen.filter((other) => other !== day),
                )
              }
            />
            <span aria-hidden>{weekdayName(day, locale, 'short')}</span>
          </label>
        ))}
      </div>
      <p aria-live="polite" className="mt-1 min-h-5 text-sm leading-5 font-medium text-brick">
        {problem}
      </p>
    </fieldset>
  );
}

/** In the visitor's own zone. */
function fresh(): ScheduleBody {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return { name: '', action: 'RESTART', command: null, time: '04:00', weekdays: [...weekdays], zone, enabled: true };
}

/** As the contract takes it; the fields see to its length. */
function isLine(text: string): boolean {
  return text.trim() !== '' && oneLine.test(text.trim());
}

function send(realmId: string, schedule: Schedule | null, sent: ScheduleBody) {
  const { name, action, command, time, weekdays: days, zone, enabled } = sent;
  const body = { name, action, command: action === 'COMMAND' ? command : null, time, weekdays: days, zone, enabled };
  return schedule
    ? api.realmScheduleUpdate({ params: { id: realmId, scheduleId: schedule.id }, body })
    : api.realmScheduleCreate({ params: { id: realmId }, body });
}
