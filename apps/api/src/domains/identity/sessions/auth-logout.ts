import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { lockRefreshToken, revokeSession } from './auth-queries.ts';
import { hashToken } from './tokens.ts';

/** Ends the session of the refresh token. One that has ended already, or never was, is logged out as well. */
export async function authLogout(ctx: Context, { body }: CallOf<'authLogout'>): Promise<null> {
  await ctx.db.transaction().execute(async (tx) => {
    const found = await lockRefreshToken(tx, hashToken(body.refresh_token));
    if (found) await revokeSession(tx, found.sessionId);
  });
  return null;
}
