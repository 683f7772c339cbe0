import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { challengesCancel, tellCancelled } from '../login/login-cancel.ts';
import { consumePasswordLimit } from '../login/login-limits.ts';
import { hashPassword, passwordMatches } from '../login/passwords.ts';
import { sessionReplace } from '../sessions/session-begin.ts';
import { loadLogin } from './user-login.ts';
import { replacePassword } from './user-queries.ts';

/**
 * Gives the account a new password. Every session ends, including the caller's, who gets a new one; a login that waits for its second step
 * is cancelled.
 * @throws AppError password_change_invalid, rate_limited
 */
export const userPasswordChange: Handler<'userPasswordChange'> = async (ctx, { actor, body, caller }) => {
  const { userId } = actor;
  await consumePasswordLimit(ctx, userId);
  const user = await loadLogin(ctx.db, userId);
  const matches = await passwordMatches(user.passwordHash, body.oldPassword);
  if (!matches || body.newPassword !== body.repeatNewPassword) throw new AppError('password_change_invalid');

  const passwordHash = await hashPassword(body.newPassword);
  const { messages, tokens } = await ctx.db.transaction().execute(async (tx) => {
    const cancelled = await challengesCancel(tx, userId);
    // Of two concurrent changes, the second finds that its old password is no longer valid.
    const tokenVersion = await replacePassword(tx, userId, { from: user.passwordHash, to: passwordHash });
    if (tokenVersion === null) throw new AppError('password_change_invalid');
    return { messages: cancelled, tokens: await sessionReplace(ctx, tx, actor, caller, tokenVersion) };
  });
  await tellCancelled(ctx, messages, user.language);
  return tokens;
};
