import { type Scope, scopes } from '@realmkeep/contract';
import type { Handler } from '../../../http/register-routes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Tx } from '../../../db/pool.ts';
import { languageOf } from '../users/user-login.ts';
import { countGameLogout } from '../users/user-queries.ts';
import { challengesCancel, tellCancelled } from '../login/login-cancel.ts';
import { listSessions, endSession, endOtherSessions } from './session-queries.ts';
import { lockRefreshToken, revokeSession, insertRefreshToken, markRotated, touchSession } from './auth-queries.ts';
import { hashToken } from './tokens.ts';

export const authSessions: Handler<'authSessions'> = async (ctx, { actor }) => {
  const sessions = await listSessions(ctx.db, actor.userId);
  return sessions.map(({ id, token_name, ip, user_agent, created_at, last_used_at }) => ({
    id,
    token_name,
    ip,
    user_agent,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    current: id === actor.sessionId,
  }));
};

/** @throws AppError session_unknown, also for a session of another account and for one that has ended */
export const authSessionEnd: Handler<'authSessionEnd'> = async (ctx, { actor, params }) => {
  const ended = await ctx.db.transaction().execute((tx) => endSession(tx, actor.userId, params.id));
  if (!ended) throw new AppError('session_unknown');
  return null;
};

/** Ends every session but the caller's and the powers of every game connection, and cancels the login that waits for its second step. */
export const authSessionsEnd: Handler<'authSessionsEnd'> = async (ctx, { actor }) => {
  const { userId, sessionId } = actor;
  const language = await languageOf(ctx.db, userId);
  const messages = await ctx.db.transaction().execute(async (tx) => {
    const cancelled = await challengesCancel(tx, userId);
    await endOtherSessions(tx, userId, sessionId);
    await countGameLogout(tx, userId);
    return cancelled;
  });
  await tellCancelled(ctx, messages, language);
  return null;
};

/** Ends the refresh token's session. A session that has already ended, or never existed, counts as logged out. */
export const authLogout: Handler<'authLogout'> = async (ctx, { body }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const found = await lockRefreshToken(tx, hashToken(body.refresh_token));
    if (found) await revokeSession(tx, found.sessionId);
  });
  return null;
};

/**
 * Rotates a refresh token. If it was rotated before, or is unknown, somebody else has it: the session ends, for both. Only within 20 s is the same
 * successor returned, for two tabs that refresh at once (RFC 9700, section 4.14.2).
 * @throws AppError refresh_token_invalid, account_blocked
 */
export const authRefresh: Handler<'authRefresh'> = async (ctx, { body, caller }) => {
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
};

interface Exchange {
  /** From the access token sent along. */
  sessionId: string;
  /** Of the refresh token and its successor. */
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
  // The rotated tokens of a session are not kept for as long as it lives.
  if (!found || (found.sessionId === exchange.sessionId && found.rotatedAt && !found.justRotated)) {
    await revokeSession(tx, exchange.sessionId);
    return 'ended';
  }
  if (found.sessionId !== exchange.sessionId) return 'ended';
  if (found.blocked) return 'blocked';
  if (found.ended) return 'ended';
  if (!found.rotatedAt) {
    await markRotated(tx, hash);
    await insertRefreshToken(tx, found.sessionId, next);
    await touchSession(tx, found.sessionId, exchange);
  }
  const { sessionId, userId, tokenVersion } = found;
  return { sessionId, userId, tokenVersion, scopes: scopes.filter((scope) => found.scopes.includes(scope)) };
}
