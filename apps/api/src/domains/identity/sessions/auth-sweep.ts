import type { Context } from '../../../context.ts';
import { deleteEndedSessions } from './auth-queries.ts';

/** Removes the sessions that ended long enough ago, with their tokens. */
export function authSweep(ctx: Context): Promise<void> {
  return deleteEndedSessions(ctx.db);
}
