import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { loadLogin, lockLogin } from '../users/user-login.ts';
import { findChallenge } from './challenge-queries.ts';
import { challengesCancel, tellCancelled } from './login-cancel.ts';
import { hashToken } from '../sessions/tokens.ts';

/**
 * The player waits for his second step no longer: a yes that comes later logs nobody in. One that is over already, or never was,
 * is called off as well.
 */
export async function authLoginCancel(ctx: Context, { body }: CallOf<'authLoginCancel'>): Promise<null> {
  const challengeHash = hashToken(body.track_id);
  const challenge = await findChallenge(ctx.db, challengeHash);
  if (!challenge) return null;
  const messages = await ctx.db.transaction().execute(async (tx) => {
    await lockLogin(tx, challenge.userId);
    const now = await findChallenge(tx, challengeHash);
    // Of an account one log-in waits at a time: a newer one than this is not meant.
    const waits = now?.status === 'WAITING' || now?.status === 'APPROVED';
    return waits ? challengesCancel(tx, challenge.userId) : [];
  });
  if (messages.length > 0) {
    const { language } = await loadLogin(ctx.db, challenge.userId);
    await tellCancelled(ctx, messages, language);
  }
  return null;
}
