import type { TokenPair } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { insertRefreshToken, insertSession, type NewSession } from './auth-queries.ts';
import { hashToken, newRefreshToken } from './tokens.ts';

/** Begins a session of the account, and makes its first tokens. */
export async function sessionStart(
  ctx: Context,
  tx: Tx,
  { tokenVersion, ...session }: NewSession & { tokenVersion: number },
): Promise<TokenPair> {
  const refreshToken = newRefreshToken();
  const sessionId = await insertSession(tx, session);
  await insertRefreshToken(tx, sessionId, hashToken(refreshToken));
  const { userId, scopes } = session;
  const access = await ctx.tokens.signAccess({ userId, sessionId, scopes: [...scopes], tokenVersion });
  return { token: access.token, refresh_token: refreshToken, expire: access.expiresAt.toISOString() };
}
