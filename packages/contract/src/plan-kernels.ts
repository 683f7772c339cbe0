import { z } from 'zod';
import { firstKernels, isJavaMemory, kernelKinds, kernelMemoryRule } from './kernel-rules.ts';
import { tiers } from './tiers.ts';

/** What the realms of a plan may run, each with the memory of one realm. */
export const OfferedKernel = z.object({ kernel: z.enum(kernelKinds), memoryMiB: z.int() });
export type OfferedKernel = z.infer<typeof OfferedKernel>;

/** One plan in the operator's table, with all kernels. */
export const PlanKernels = z.object({
  tier: z.enum(tiers),
  /** The preselected kernel for a new realm. */
  defaultKernel: z.enum(firstKernels),
  kernels: z
    .array(
      z.object({
        kernel: z.enum(kernelKinds),
        allowed: z.boolean(),
        memoryMiB: z.int().min(kernelMemoryRule.min).max(kernelMemoryRule.max),
      }),
    )
    .length(kernelKinds.length),
});
export type PlanKernels = z.infer<typeof PlanKernels>;

const plans = z.array(PlanKernels).length(tiers.length);
/** Increases with each change of the table. */
const revision = z.int().min(1).max(2_147_483_646);

export const AdminPlanKernels = z.object({
  revision,
  plans,
  /** The memory of all realms together, in MiB. */
  budgetMiB: z.int(),
  /** The versions of Java that the machine has. */
  java: z.array(z.int()),
  /** Whether the machine runs Java servers at all. */
  programs: z.boolean(),
});
export type AdminPlanKernels = z.infer<typeof AdminPlanKernels>;

export const AdminPlanKernelsBody = z.object({
  /** The revision that was edited: nobody overwrites changes that they have not seen. */
  revision,
  plans: plans.refine(isWhole, {
    error: 'each plan and each kernel once, with a default that is allowed, and enough memory for Java',
  }),
});

/** The new table, and how many running realms it turned off. */
export const AdminPlanKernelsUpdated = AdminPlanKernels.extend({ stopped: z.int() });

function isWhole(all: readonly PlanKernels[]): boolean {
  return (
    new Set(all.map(({ tier }) => tier)).size === tiers.length &&
    all.every(
      ({ defaultKernel, kernels }) =>
        new Set(kernels.map(({ kernel }) => kernel)).size === kernelKinds.length &&
        kernels.some(({ kernel, allowed }) => allowed && kernel === defaultKernel) &&
        kernels.every(({ kernel, memoryMiB }) => kernel === 'sandbox' || isJavaMemory(memoryMiB)),
    )
  );
}
