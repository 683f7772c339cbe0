import type { Context } from './context.ts';
import { authSweep } from './domains/auth/auth-sweep.ts';

const hourMs = 3_600_000;

/** What is done from time to time. @returns what ends it */
export function startJobs(ctx: Context): () => void {
  const sweep = () => {
    authSweep(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'ended sessions were not removed'));
  };
  sweep();
  const timer = setInterval(sweep, hourMs);
  return () => clearInterval(timer);
}
