import type { AccountSession } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { listSessions, endSession, endOtherSessions } from './session-queries.ts';
import { AppError } from '../../../http/app-error.ts';
import { languageOf } from '../users/user-login.ts';
import { countGameLogout } from '../users/user-queries.ts';
import { challengesCancel, tellCancelled } from '../login/login-cancel.ts';

export async function authSessions(ctx: Context, { actor }: CallOf<'authSessions'>): Promise<AccountSession[]> {
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
}

/** @throws AppError session_unknown, also for a session of another account and for one that has ended */
export async function authSessionEnd(ctx: Context, { actor, params }: CallOf<'authSessionEnd'>): Promise<null> {
  const ended = await ctx.db.transaction().execute((tx) => endSession(tx, actor.userId, params.id));
  if (!ended) throw new AppError('session_unknown');
  return null;
}

/** Ends every session but the caller's and the powers of every connection to the game, and calls off the log-in that waits for its second step. */
export async function authSessionsEnd(ctx: Context, { actor }: CallOf<'authSessionsEnd'>): Promise<null> {
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
}
