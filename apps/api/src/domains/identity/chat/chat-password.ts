import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { resetPasswordLimit, consumePasswordLimit } from '../login/login-limits.ts';
import { passwordMatches } from '../login/passwords.ts';
import { loadLogin, type LoginUser } from '../users/user-login.ts';

/**
 * Whoever changes the second step knows the password: a token alone, which may be another's by now, is not enough.
 * @throws AppError chat_password_wrong, rate_limited
 */
export async function chatPassword(ctx: Context, userId: string, password: string): Promise<LoginUser> {
  await consumePasswordLimit(ctx, userId);
  const user = await loadLogin(ctx.db, userId);
  if (!(await passwordMatches(user.passwordHash, password))) throw new AppError('chat_password_wrong');
  await resetPasswordLimit(ctx, userId);
  return user;
}
