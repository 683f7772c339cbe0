import { type KernelKind, type OfferedKernel, type PlanKernels, type Tier } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import { mayRunKernel } from '../../../limits/programs.ts';
import { holdPlanRows, loadPlans, lockPlans, turnOffUnplanned, updatePlans } from './plan-kernel-queries.ts';

/** The table of all plans, and its revision. */
export function planKernels(db: Db | Tx): Promise<{ revision: number; plans: PlanKernels[] }> {
  return loadPlans(db);
}

/**
 * What a plan includes, locked until the transaction ends. Called after the account is locked and before any realm is, in the order
 * in which changes of plans lock them.
 */
export async function planHold(tx: Tx, tier: Tier): Promise<ReadonlySet<KernelKind>> {
  return included(await holdPlanRows(tx, tier));
}

/** What a plan includes at this moment. */
export async function planOf(db: Db | Tx, tier: Tier): Promise<ReadonlySet<KernelKind>> {
  const { plans } = await loadPlans(db);
  return included(planIn(plans, tier));
}

/** What the realms of a plan can run on this machine, the default first. */
export async function planOffers(ctx: Context, plans: readonly PlanKernels[], tier: Tier): Promise<OfferedKernel[]> {
  const hasJava = (await ctx.javaRuntimes()).length > 0;
  const { defaultKernel, kernels } = planIn(plans, tier);
  return kernels
    .filter(({ kernel, allowed }) => allowed && mayRunKernel(ctx, kernel) && (kernel === 'sandbox' || hasJava))
    .map(({ kernel, memoryMiB }) => ({ kernel, memoryMiB }))
    .toSorted((a, b) => Number(b.kernel === defaultKernel) - Number(a.kernel === defaultKernel));
}

/**
 * Replaces the table. Realms that may not run what they run any more are turned off, and keep their worlds, as under a smaller tier.
 * @param revision of the table that the caller has seen
 * @returns how the table was before, and how many realms are off by it
 * @throws AppError plan_kernels_changed
 */
export async function planKernelsSet(
  tx: Tx,
  revision: number,
  plans: readonly PlanKernels[],
): Promise<{ before: PlanKernels[]; stopped: number }> {
  const before = await lockPlans(tx);
  if (before.revision !== revision) throw new AppError('plan_kernels_changed');
  await updatePlans(tx, plans);
  return { before: before.plans, stopped: await turnOffUnplanned(tx) };
}

function planIn(plans: readonly PlanKernels[], tier: Tier): PlanKernels {
  const plan = plans.find((one) => one.tier === tier);
  if (!plan) throw new Error(`There is no plan ${tier}`);
  return plan;
}

function included({ kernels }: PlanKernels): ReadonlySet<KernelKind> {
  return new Set(kernels.filter(({ allowed }) => allowed).map(({ kernel }) => kernel));
}
