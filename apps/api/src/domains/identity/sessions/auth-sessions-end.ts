import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { languageOf } from '../users/user-login.ts';
import { countGameLogout } from '../users/user-queries.ts';
import { challengesCancel, tellCancelled } from '../login/login-cancel.ts';
import { endOtherSessions } from './session-queries.ts';

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
