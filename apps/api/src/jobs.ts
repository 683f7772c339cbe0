import type { Context } from './context.ts';
import { deleteEndedSessions } from './domains/auth/auth-queries.ts';

const hourMs = 3_600_000;

/** What is done from time to time. @returns what ends it */
export function startJobs(ctx: Context): () => void {
  const timer = setInterval(() => {
    deleteEndedSessions(ctx.db).catch((err: unknown) => ctx.log.warn({ err }, 'ended sessions were not removed'));
  }, hourMs);
  return () => clearInterval(timer);
}
