import type { LoginAnswer } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf, Handler } from '../../../http/register-routes.ts';
import { chatAccountOf, linkPlatform } from '../chat/chat-account.ts';
import { findLogin } from '../users/user-login.ts';
import { challengeBegin } from './login-challenge.ts';
import { resetLoginLimit, type LoginDoor, consumeLoginLimit } from './login-limits.ts';
import { passwordMatches } from './passwords.ts';
import { sessionBegin } from '../sessions/session-begin.ts';

/**
 * The first step of a login, and without a linked chat account the only one.
 * @throws AppError login_user_unknown, login_invalid, account_blocked, login_cancelled, login_undeliverable, chat_unavailable,
 * rate_limited
 */
export const authLogin: Handler<'authLogin'> = (ctx, call) => loginBy(ctx, 'page', call);

/** @param door limits are counted per door: nobody is locked out of the page by what their programs do */
export async function loginBy(
  ctx: Context,
  door: LoginDoor,
  { body, caller }: CallOf<'authLogin'>,
): Promise<LoginAnswer> {
  const user = await findLogin(ctx, body.username);
  const attempt = { door, username: body.username, userId: user?.id ?? null, ip: caller.ip };
  const taken = await consumeLoginLimit(ctx, attempt);
  if (!user) throw new AppError('login_user_unknown', { username: body.username });
  if (!(await passwordMatches(user.passwordHash, body.user_password))) throw new AppError('login_invalid');
  if (user.blocked) throw new AppError('account_blocked');
  await resetLoginLimit(ctx, taken);

  const { id: userId, tokenVersion } = user;
  const login = { ...caller, userId, tokenVersion, tokenName: body.token_name, scopes: body.scopes };
  const linked = await chatAccountOf(ctx.db, linkPlatform(ctx), userId);
  if (linked) return challengeBegin(ctx, user, login);
  return ctx.db.transaction().execute((tx) => sessionBegin(ctx, tx, login));
}
