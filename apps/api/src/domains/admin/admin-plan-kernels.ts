import type { AdminPlanKernels, PlanKernels } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/register-routes.ts';
import { javaMajors } from '../../integrations/kernels/known-java.ts';
import { allowsPrograms } from '../../limits/programs.ts';
import { audit } from '../audit/audit.ts';
import { planKernels, planKernelsSet } from '../realms/plans/plan-kernels.ts';

export async function adminPlanKernels(ctx: Context): Promise<AdminPlanKernels> {
  return {
    ...(await planKernels(ctx.db)),
    budgetMiB: ctx.config.realmMemoryMiB,
    java: await javaMajors(ctx.javaRuntimes),
    programs: allowsPrograms(ctx),
  };
}

/** Replaces the whole table; the log keeps the differences, by plan and kernel. @throws AppError plan_kernels_changed */
export const adminPlanKernelsUpdate: Handler<'adminPlanKernelsUpdate'> = async (
  ctx,
  { actor, body: { revision, plans } },
) => {
  const stopped = await ctx.db.transaction().execute(async (tx) => {
    const { before, stopped: off } = await planKernelsSet(tx, revision, plans);
    const details = changesOf(before, plans);
    await audit(tx, { actor, action: 'planKernelsUpdate', subject: { id: null, name: '' }, details });
    return off;
  });
  return { ...(await adminPlanKernels(ctx)), stopped };
};

/** What changes for each plan: a kernel's new memory in MiB, or null where the plan loses it; and the new default. */
function changesOf(
  before: readonly PlanKernels[],
  after: readonly PlanKernels[],
): Record<string, string | number | null> {
  const details: Record<string, string | number | null> = {};
  for (const { tier, defaultKernel, kernels } of after) {
    const old = before.find((plan) => plan.tier === tier);
    for (const { kernel, allowed, memoryMiB } of kernels) {
      const was = old?.kernels.find((one) => one.kernel === kernel);
      if (was?.allowed !== allowed || (allowed && was.memoryMiB !== memoryMiB)) {
        details[`${tier} ${kernel}`] = allowed ? memoryMiB : null;
      }
    }
    if (old?.defaultKernel !== defaultKernel) details[`${tier} default`] = defaultKernel;
  }
  return details;
}
