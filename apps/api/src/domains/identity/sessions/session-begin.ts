import type { TokenPair } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Actor } from '../../../http/actor.ts';
import { recordLogin, lockLogin } from '../users/user-login.ts';
import { insertRefreshToken, insertSession, type NewSession, loadSessionStandings } from './auth-queries.ts';
import { newPlaceAsk } from './new-place.ts';
import { hashToken, newRefreshToken } from './tokens.ts';
import { loadSessionName } from './session-queries.ts';

/** A login that has passed its steps. */
export interface ProvenLogin extends NewSession {
  /** The account's when the password was given. */
  tokenVersion: number;
}

/**
 * Creates a login's session and its tokens, unless the account has changed its password or been blocked meanwhile.
 * @throws AppError account_blocked, login_cancelled
 */
export async function sessionBegin(ctx: Context, tx: Tx, login: ProvenLogin): Promise<TokenPair> {
  const { userId, tokenVersion, scopes } = login;
  const standing = await recordLogin(tx, userId, login.ip);
  if (standing.blocked) throw new AppError('account_blocked');
  if (standing.tokenVersion !== tokenVersion) throw new AppError('login_cancelled');

  const refreshToken = newRefreshToken();
  const sessionId = await insertSession(tx, login);
  await newPlaceAsk(ctx, tx, { ...login, id: sessionId });
  await insertRefreshToken(tx, sessionId, hashToken(refreshToken));
  const access = await ctx.tokens.signAccess({ userId, sessionId, scopes: [...scopes], tokenVersion });
  return { token: access.token, refresh_token: refreshToken, expire: access.expiresAt.toISOString() };
}

/**
 * Creates a session with the same name and scopes as the caller's, which a change of the account has ended.
 * @param tokenVersion of the account after the change
 * @throws AppError account_blocked, login_cancelled
 */
export async function sessionReplace(
  ctx: Context,
  tx: Tx,
  { userId, sessionId, scopes }: Actor,
  caller: { ip: string; userAgent: string },
  tokenVersion: number,
): Promise<TokenPair> {
  const tokenName = await loadSessionName(tx, sessionId);
  return sessionBegin(ctx, tx, { ...caller, userId, tokenVersion, tokenName, scopes });
}

/**
 * For a call that had to wait after it was authenticated: the session has not ended meanwhile, and until the transaction ends the password
 * cannot change, nor can the account be blocked.
 * @throws AppError unauthorized
 */
export async function sessionAssert(tx: Tx, { userId, sessionId }: Actor): Promise<void> {
  await lockLogin(tx, userId);
  const standings = await loadSessionStandings(tx, [sessionId]);
  if (standings.get(sessionId)?.ended !== false) throw new AppError('unauthorized');
}
