import type { Context } from '../../../context.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';

const messageSeconds = 10 * 60;

/** Counts a direct message to the player's chat account, whatever it is about. @throws AppError rate_limited */
export function consumeMessageLimit(ctx: Context, userId: string): Promise<void> {
  const max = ctx.config.limits.messagesPerAccount;
  return consumeRateLimit(ctx.db, { key: `message:${userId}`, max, seconds: messageSeconds });
}
