import type { AdminPlanKernels, PlanKernels } from '@realmkeep/contract';
import {
  firstKernels,
  type FirstKernelKind,
  isJavaMemory,
  type KernelKind,
  kernelMemoryRule,
} from '@realmkeep/contract/kernel-rules';
import type { Tier } from '@realmkeep/contract/tiers';

/** A plan as it stands in the table, its memory as typed. */
export interface PlanRow {
  id: Tier;
  defaultKernel: FirstKernelKind;
  kernels: { kernel: KernelKind; allowed: boolean; memory: string }[];
}

export type MemoryProblem = 'memory' | 'java';

export function rowsOf({ plans }: Pick<AdminPlanKernels, 'plans'>): PlanRow[] {
  return plans.map(({ tier, defaultKernel, kernels }) => ({
    id: tier,
    defaultKernel,
    kernels: kernels.map(({ kernel, allowed, memoryMiB }) => ({ kernel, allowed, memory: String(memoryMiB) })),
  }));
}

/** The kernels of a plan that a new realm can begin with. */
export function firstOf({ kernels }: Pick<PlanRow, 'kernels'>): FirstKernelKind[] {
  return firstKernels.filter((kind) => kernels.some((one) => one.allowed && one.kernel === kind));
}

/** The problem of the input; null if there is none. */
export function memoryProblem(kernel: KernelKind, typed: string): MemoryProblem | null {
  const memory = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  if (!(memory >= kernelMemoryRule.min && memory <= kernelMemoryRule.max)) return 'memory';
  return kernel === 'sandbox' || isJavaMemory(memory) ? null : 'java';
}

/** The table as it is sent; null while something is wrong with it. */
export function plansOf(rows: readonly PlanRow[]): PlanKernels[] | null {
  const good = rows.every(
    ({ kernels }) =>
      firstOf({ kernels }).length > 0 && kernels.every(({ kernel, memory }) => memoryProblem(kernel, memory) === null),
  );
  if (!good) return null;
  return rows.map(({ id, defaultKernel, kernels }) => ({
    tier: id,
    defaultKernel,
    kernels: kernels.map(({ kernel, allowed, memory }) => ({ kernel, allowed, memoryMiB: Number(memory) })),
  }));
}

/** The plan with a kernel allowed or not; the default stays one that is allowed. */
export function withAllowed(row: PlanRow, kernel: KernelKind, allowed: boolean): PlanRow {
  const kernels = row.kernels.map((one) => (one.kernel === kernel ? { ...one, allowed } : one));
  const first = firstOf({ kernels });
  const defaultKernel = first.includes(row.defaultKernel) ? row.defaultKernel : (first[0] ?? row.defaultKernel);
  return { ...row, kernels, defaultKernel };
}

/** Whether a plan loses a kernel that it has. */
export function takesAway(before: readonly PlanKernels[], rows: readonly PlanRow[]): boolean {
  return before.some(({ tier, kernels }) =>
    kernels.some(
      ({ kernel, allowed }) =>
        allowed &&
        rows.some((row) => row.id === tier && row.kernels.some((one) => one.kernel === kernel && !one.allowed)),
    ),
  );
}
