import type { AdminPlanKernels } from '@realmkeep/contract';
import { kernelKinds, kernelMemoryRule } from '@realmkeep/contract/kernel-rules';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { useTyped } from '../../features/drafts/use-draft.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { usePageCall } from '../../shared/use-page-call.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { DefaultCell, KernelCell } from './PlanCells.tsx';
import { firstOf, memoryProblem, type PlanRow, plansOf, rowsOf, takesAway } from './plan-rules.ts';

/** The table of all plans, to be changed and saved as one. */
export function PlansForm({ data }: { data: AdminPlanKernels }) {
  const { plans: messages, cancel } = useMessages('admin');
  const { kernels: names } = useMessages('subscription');
  const { tiers } = useMessages('realm');
  const { format } = useI18n();
  const size = useSizeText();
  const online = useOnline();
  const queries = useQueryClient();
  const stored = rowsOf(data);
  // Each revision is a form of its own: what was typed against an earlier one would undo another operator's change.
  const [typed, setRows] = useTyped<PlanRow[]>(`admin-plans-${data.revision}`);
  const rows = typed ?? stored;
  const [asked, setAsked] = useState(false);
  const plans = plansOf(rows);
  const save = usePageCall(
    keys.adminPlanKernels,
    () => api.adminPlanKernelsUpdate({ body: { revision: data.revision, plans: plans ?? [] } }),
    {
      onDone: ({ stopped }) => {
        showToast('success', stopped > 0 ? messages.stopped(stopped) : messages.saved, keys.adminPlanKernels.join(' '));
        void queries.invalidateQueries({ queryKey: keys.plans });
      },
    },
  );
  const put = (changed: PlanRow) => setRows(rows.map((row) => (row.id === changed.id ? changed : row)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (plans === null || save.isPending || !online) return;
    if (takesAway(data.plans, rows)) setAsked(true);
    else save.mutate();
  };
  const problems = new Set(
    rows.flatMap((row) => [
      ...row.kernels.map(({ kernel, memory }) => memoryProblem(kernel, memory)),
      firstOf(row).length > 0 ? null : ('none' as const),
    ]),
  );
  const { min, max, java } = kernelMemoryRule;

  const columns: Column<PlanRow>[] = [
    { label: messages.plan, render: ({ id }) => <span className="font-display font-semibold">{tiers[id]}</span> },
    ...kernelKinds.map((kernel) => ({
      label: names[kernel],
      render: (row: PlanRow) => <KernelCell row={row} kernel={kernel} onChange={put} />,
    })),
    { label: messages.default, render: (row) => <DefaultCell row={row} onChange={put} />, wide: true },
  ];

  return (
    <form onSubmit={submit} noValidate>
      <DataTable label={messages.title} columns={columns} rows={rows} dimmed={save.isPending} />
      <p className="mt-3 max-w-prose text-sm text-muted">{messages.budget(size(data.budgetMiB * 1024 * 1024))}</p>
      <div role="alert" className="mt-2 min-h-5 text-sm font-medium text-brick">
        {problems.has('memory') && <p>{messages.problems.memory(format.number(min), format.number(max))}</p>}
        {problems.has('java') && <p>{messages.problems.java(format.number(java))}</p>}
        {problems.has('none') && <p>{messages.problems.none}</p>}
      </div>
      <ProgressBar busy={save.isPending} label={messages.busy} />
      <Button
        variant="primary"
        type="submit"
        className="mt-3"
        disabled={plans === null || save.isPending || !online || JSON.stringify(plans) === JSON.stringify(data.plans)}
      >
        {messages.save}
      </Button>
      {asked && (
        <ConfirmDialog
          {...messages.confirm}
          cancel={cancel}
          busy={save.isPending}
          disabled={!online}
          onConfirm={() => save.mutate(undefined, { onSettled: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        />
      )}
    </form>
  );
}
