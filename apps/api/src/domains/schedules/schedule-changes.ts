import type { Context } from '../../context.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';

/** Each change is written down for ever. */
const maxChanges = 120;
const windowSeconds = 10 * 60;

/** Takes one change of schedules of the account's allowance. @throws AppError rate_limited */
export async function consumeScheduleChangeLimit(ctx: Context, userId: string): Promise<void> {
  await consumeRateLimit(ctx.db, { key: `schedule:${userId}`, max: maxChanges, seconds: windowSeconds });
}
