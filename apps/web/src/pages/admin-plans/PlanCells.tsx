import type { FirstKernelKind, KernelKind } from '@realmkeep/contract/kernel-rules';
import { useMessages } from '../../i18n/use-messages.ts';
import { controlClass } from '../../ui/form/Labelled.tsx';
import { firstOf, memoryProblem, type PlanRow, withAllowed } from './plan-rules.ts';

interface Props {
  row: PlanRow;
  onChange: (row: PlanRow) => void;
}

/** Whether a plan has the kernel, and the memory of one realm then. */
export function KernelCell({ row, kernel, onChange }: Props & { kernel: KernelKind }) {
  const { plans: messages } = useMessages('admin');
  const { kernels: names } = useMessages('subscription');
  const { tiers } = useMessages('realm');
  const { allowed = false, memory = '' } = row.kernels.find((one) => one.kernel === kernel) ?? {};
  const type = (typed: string) =>
    onChange({
      ...row,
      kernels: row.kernels.map((one) => (one.kernel === kernel ? { ...one, memory: typed } : one)),
    });
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
        <input
          type="checkbox"
          aria-label={messages.allow(names[kernel], tiers[row.id])}
          checked={allowed}
          onChange={({ target }) => onChange(withAllowed(row, kernel, target.checked))}
          className="size-5 shrink-0 accent-spruce"
        />
        {messages.allowed}
      </label>
      <span className="flex max-w-36 items-center gap-2">
        <input
          aria-label={messages.memory(names[kernel], tiers[row.id])}
          aria-invalid={memoryProblem(kernel, memory) ? true : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={memory}
          onChange={({ target }) => type(target.value)}
          className={`min-h-11 min-w-0 text-right tabular-nums ${controlClass}`}
        />
        <span aria-hidden className="text-sm text-muted">
          {messages.unit}
        </span>
      </span>
    </div>
  );
}

/** The preselected kernel for a new realm of the plan. */
export function DefaultCell({ row, onChange }: Props) {
  const { plans: messages } = useMessages('admin');
  const { kernels: names } = useMessages('subscription');
  const { tiers } = useMessages('realm');
  const allowed = firstOf(row);
  return (
    <select
      aria-label={messages.defaultOf(tiers[row.id])}
      value={row.defaultKernel}
      disabled={allowed.length === 0}
      onChange={({ target }) => onChange({ ...row, defaultKernel: target.value as FirstKernelKind })}
      className={`mt-1.5 min-h-11 min-w-28 ${controlClass}`}
    >
      {allowed.map((kind) => (
        <option key={kind} value={kind}>
          {names[kind]}
        </option>
      ))}
    </select>
  );
}
