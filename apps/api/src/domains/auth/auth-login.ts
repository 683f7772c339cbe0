import type { TokenPair } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/implement.ts';
import { findLogin, recordLogin } from '../users/user-login.ts';
import { insertRefreshToken, insertSession } from './auth-queries.ts';
import { passwordMatches } from './passwords.ts';
import { hashToken, newRefreshToken } from './tokens.ts';

/** @throws AppError login_user_unknown, login_invalid, account_blocked */
export async function authLogin(ctx: Context, { body, caller }: CallOf<'authLogin'>): Promise<TokenPair> {
  const user = await findLogin(ctx, body.username);
  if (!user) throw new AppError('login_user_unknown', { username: body.username });
  if (!(await passwordMatches(user.passwordHash, body.user_password))) throw new AppError('login_invalid');
  if (user.blocked) throw new AppError('account_blocked');

  const refreshToken = newRefreshToken();
  const sessionId = await ctx.db.transaction().execute(async (tx) => {
    await recordLogin(tx, user.id, caller.ip);
    const session = { ...caller, userId: user.id, tokenName: body.token_name, scopes: body.scopes };
    const id = await insertSession(tx, session);
    await insertRefreshToken(tx, id, hashToken(refreshToken));
    return id;
  });
  const { tokenVersion } = user;
  const access = await ctx.tokens.signAccess({ userId: user.id, sessionId, scopes: body.scopes, tokenVersion });
  return { token: access.token, refresh_token: refreshToken, expire: access.expiresAt.toISOString() };
}
