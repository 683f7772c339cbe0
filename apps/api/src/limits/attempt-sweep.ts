import type { Context } from '../context.ts';
import { deleteEndedAttempts } from './attempt-queries.ts';

/** Removes what was counted in windows that have ended. */
export function attemptSweep(ctx: Context): Promise<void> {
  return deleteEndedAttempts(ctx.db);
}
