import { type Scope, scopes, type TokenPair } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { insertRefreshToken, lockRefreshToken, markRotated, revokeSession, touchSession } from './auth-queries.ts';
import { hashToken } from './tokens.ts';

/**
 * Rotates a refresh token. One that was rotated before means that somebody else has it: the session ends, for both. Only
 * within 20 s the same successor comes back, for two tabs that refresh at once (RFC 9700, section 4.14.2).
 * @throws AppError refresh_token_invalid, account_blocked
 */
export async function authRefresh(ctx: Context, { body, caller }: CallOf<'authRefresh'>): Promise<TokenPair> {
  const held = await ctx.tokens.readAccess(body.token, 'allowed');
  if (!held || held === 'expired') throw new AppError('refresh_token_invalid');

  const successor = ctx.tokens.successor(body.refresh_token);
  const session = await ctx.db.transaction().execute((tx) =>
    rotate(tx, {
      sessionId: held.sessionId,
      hash: hashToken(body.refresh_token),
      next: hashToken(successor),
      ...caller,
    }),
  );
  if (session === 'blocked') throw new AppError('account_blocked');
  if (session === 'ended') throw new AppError('refresh_token_invalid');

  const access = await ctx.tokens.signAccess(session);
  return { token: access.token, refresh_token: successor, expire: access.expiresAt.toISOString() };
}

interface Exchange {
  /** Of the access token that came along. */
  sessionId: string;
  /** Of the refresh token, and of its successor. */
  hash: Buffer;
  next: Buffer;
  ip: string;
  userAgent: string;
}

interface RefreshedSession {
  sessionId: string;
  userId: string;
  scopes: Scope[];
  tokenVersion: number;
}

async function rotate(tx: Tx, { hash, next, ...exchange }: Exchange): Promise<RefreshedSession | 'ended' | 'blocked'> {
  const found = await lockRefreshToken(tx, hash);
  if (!found || found.sessionId !== exchange.sessionId) return 'ended';
  if (found.blocked) return 'blocked';
  if (found.ended) return 'ended';
  if (found.rotatedAt && !found.justRotated) {
    await revokeSession(tx, found.sessionId);
    return 'ended';
  }
  if (!found.rotatedAt) {
    await markRotated(tx, hash);
    await insertRefreshToken(tx, found.sessionId, next);
    await touchSession(tx, found.sessionId, exchange);
  }
  const { sessionId, userId, tokenVersion } = found;
  return { sessionId, userId, tokenVersion, scopes: scopes.filter((scope) => found.scopes.includes(scope)) };
}
