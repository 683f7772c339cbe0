import type { Context } from './context.ts';
import { attemptSweep } from './domains/attempts/attempt-sweep.ts';
import { authSweep } from './domains/auth/auth-sweep.ts';

const hourMs = 3_600_000;

/** What is done from time to time. @returns what ends it */
export function startJobs(ctx: Context): () => void {
  const sweep = () => {
    authSweep(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'ended sessions were not removed'));
    attemptSweep(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'counted attempts were not removed'));
  };
  sweep();
  const timer = setInterval(sweep, hourMs);
  return () => clearInterval(timer);
}
