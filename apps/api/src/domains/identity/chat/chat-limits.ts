import type { Context } from '../../../context.ts';
import { attemptTake } from '../../../limits/attempt-take.ts';

const messageSeconds = 10 * 60;

/** Counts a direct message to the player's chat account, whatever it is about. @throws AppError rate_limited */
export function takeMessage(ctx: Context, userId: string): Promise<void> {
  const max = ctx.config.limits.messagesPerAccount;
  return attemptTake(ctx.db, { key: `message:${userId}`, max, seconds: messageSeconds });
}
