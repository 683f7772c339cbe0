import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import { lockLogin } from '../users/user-login.ts';
import { loadSessionStanding } from './auth-queries.ts';
import type { Actor } from '../../../http/actor.ts';

/**
 * For a call that has waited for others since it was let in: the session has not ended meanwhile, and until the transaction ends neither
 * the password changes nor is the account blocked.
 * @throws AppError unauthorized
 */
export async function sessionAssert(tx: Tx, { userId, sessionId }: Actor): Promise<void> {
  await lockLogin(tx, userId);
  const standing = await loadSessionStanding(tx, sessionId);
  if (standing?.ended !== false) throw new AppError('unauthorized');
}
