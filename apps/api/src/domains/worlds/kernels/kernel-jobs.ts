import type { Context } from '../../../context.ts';
import { takeStep } from '../durable-steps.ts';
import type { Job } from '../job-worker.ts';
import { kernelSteps } from './change-kernel.ts';
import { findChange, listChangeWork, listJars, removeUnusedJars } from './kernel-queries.ts';

/** Pending work on kernels. */
export async function kernelJobs(ctx: Context, resting: readonly string[]): Promise<Job[]> {
  return (await listChangeWork(ctx.db, resting)).map(({ id, realm_id: turn, account }) => ({
    id,
    turn,
    rests: turn,
    account,
    run: async (lead) => takeStep(kernelSteps, ctx, await findChange(ctx.db, id), lead),
  }));
}

/** Removes jars that no realm has had for a week, and what killed downloads have left. */
export async function kernelSweep({ db, kernelJars }: Context): Promise<void> {
  await removeUnusedJars(db);
  await kernelJars.sweep(new Set(await listJars(db)));
}
