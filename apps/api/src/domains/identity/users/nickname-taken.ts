import type { Context } from '../../../context.ts';
import { hasNickname } from './user-queries.ts';

/** Whether an account has the nickname, whatever its case. */
export function nicknameTaken(ctx: Context, nickname: string): Promise<boolean> {
  return hasNickname(ctx.db, nickname);
}
