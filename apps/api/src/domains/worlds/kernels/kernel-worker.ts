import type { Context } from '../../../context.ts';
import type { Lead, Work } from '../row-worker.ts';
import { kernelStep } from './change-kernel.ts';
import { listChangeWork } from './kernel-queries.ts';

/** What is to be done with kernels. */
export async function kernelWork(ctx: Context, lead: Lead, resting: readonly string[]): Promise<Work[]> {
  return (await listChangeWork(ctx.db, resting)).map(({ id, realm_id: turn, account }) => ({
    id,
    turn,
    rests: turn,
    account,
    run: () => kernelStep(ctx, id, lead),
  }));
}
