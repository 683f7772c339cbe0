import type { TokenPair } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import type { Actor } from '../../../http/actor.ts';
import { sessionBegin } from './session-begin.ts';
import { loadSessionName } from './session-queries.ts';

/**
 * Makes a session of the same name and scopes as the caller's, which has ended with a change of the account.
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
