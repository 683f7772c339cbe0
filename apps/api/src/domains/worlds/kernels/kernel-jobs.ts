import type { Context } from '../../../context.ts';
import { takeStep } from '../durable-steps.ts';
import type { Lead, Job } from '../job-worker.ts';
import { kernelSteps } from './change-kernel.ts';
import { findChange, listChangeWork } from './kernel-queries.ts';

/** What is to be done with kernels. */
export async function kernelJobs(ctx: Context, lead: Lead, resting: readonly string[]): Promise<Job[]> {
  return (await listChangeWork(ctx.db, resting)).map(({ id, realm_id: turn, account }) => ({
    id,
    turn,
    rests: turn,
    account,
    run: async () => takeStep(kernelSteps, ctx, await findChange(ctx.db, id), lead),
  }));
}
