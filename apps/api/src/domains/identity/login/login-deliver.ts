import { scopes, type TokenPair } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { lockLogin } from '../users/user-login.ts';
import { consumeChallenge } from './challenge-queries.ts';
import { sessionBegin } from '../sessions/session-begin.ts';

/**
 * Exchanges an approved log-in for its tokens, once. If the process ends before they have reached the socket, they are lost: nobody
 * holds them, the database has only the hash of the one, and the session that nobody uses ends by itself. The player logs in again.
 * @returns null when it is not approved, or another socket was quicker
 * @throws AppError account_blocked, login_cancelled; the log-in then stays as it was
 */
export function loginDeliver(ctx: Context, userId: string, challengeHash: Buffer): Promise<TokenPair | null> {
  return ctx.db.transaction().execute(async (tx) => {
    // The account before its challenges, as everybody locks them.
    await lockLogin(tx, userId);
    const challenge = await consumeChallenge(tx, challengeHash);
    if (!challenge) return null;
    const asked = scopes.filter((scope) => challenge.scopes.includes(scope));
    return sessionBegin(ctx, tx, { ...challenge, scopes: asked });
  });
}
