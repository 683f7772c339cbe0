import type { RealmLoginCode } from '@realmkeep/contract';
import { RuntimeError } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { gameProofExpect } from '../../identity/game/game-proofs.ts';
import { userPlayed } from '../../identity/users/name-release.ts';
import { hashLoginCode, newLoginCode } from './login-code.ts';
import { operatorsOf } from '../players/access-of.ts';
import { maySee } from '../realm-policy.ts';
import { findRealm } from '../realm-queries.ts';

const codesMax = 20;
const windowSeconds = 10 * 60;
const lifetimeMs = 5 * 60_000;

/**
 * A code that proves in the game, once, that a connection is the manager's or operator's. The realm's process decides by it, so it goes
 * with the connections that it is for, and a newer one takes its place. Both there and here only its hash is kept.
 * @throws AppError realm_unknown, forbidden, rate_limited, realm_not_running
 */
export async function realmLoginCode(
  ctx: Context,
  { actor, params }: CallOf<'realmLoginCode'>,
): Promise<RealmLoginCode> {
  const row = await findRealm(ctx.db, params.id);
  const account = row && [...row.managers, ...operatorsOf(row)].find(({ userId }) => userId === actor.userId);
  if (!account) throw new AppError(row && maySee(actor.userId, row) ? 'forbidden' : 'realm_unknown');
  await consumeRateLimit(ctx.db, { key: `login-code:${actor.userId}`, max: codesMax, seconds: windowSeconds });

  const { nickname, epoch } = account;
  const code = newLoginCode();
  const expiresAt = Date.now() + lifetimeMs;
  try {
    await ctx.runtime.loginCode(row.id, { nickname, epoch, hash: hashLoginCode(code), expiresAt });
  } catch (error) {
    if (error instanceof RuntimeError && error.code === 'not_running') throw new AppError('realm_not_running');
    throw error;
  }
  await gameProofExpect(ctx, actor, { code, epoch, expiresAt: new Date(expiresAt) });
  await userPlayed(ctx.db, actor.userId);
  return { code, expires: new Date(expiresAt).toISOString() };
}
