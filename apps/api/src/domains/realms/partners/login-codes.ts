import { createHash, randomBytes } from 'node:crypto';
import { type AccountAnswer, type JoinBody, loginCodeLifetimeMs } from '@realmkeep/contract';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import type { Context } from '../../../context.ts';
import { failureLevel } from '../../../http/errors.ts';
import { gameProofExpect, gameProofStands, gameProofsRecord } from '../../identity/game/game-proofs.ts';
import { userPlayed } from '../../identity/users/users-release.ts';
import { operatorsOf } from '../players/access-of.ts';
import { answerOfRealm } from '../answer-of-realm.ts';
import { maySee } from '../realm-policy.ts';
import { findRealm } from '../realm-queries.ts';

const codesMax = 20;
const windowSeconds = 10 * 60;

/**
 * A code that proves in the game, once, that a connection is the manager's or operator's. The realm's process decides by it, so it goes
 * with the connections that it is for, and a newer one takes its place. Both there and here only its hash is kept.
 * @throws AppError realm_unknown, forbidden, rate_limited, realm_not_running
 */
export const realmLoginCode: Handler<'realmLoginCode'> = async (ctx, { actor, params }) => {
  const row = await findRealm(ctx.db, params.id);
  const account = row && [...row.managers, ...operatorsOf(row)].find(({ userId }) => userId === actor.userId);
  if (!account) throw new AppError(row && maySee(actor.userId, row) ? 'forbidden' : 'realm_unknown');
  await consumeRateLimit(ctx.db, { key: `login-code:${actor.userId}`, max: codesMax, seconds: windowSeconds });

  const { nickname, epoch } = account;
  const code = newLoginCode();
  const expiresAt = Date.now() + loginCodeLifetimeMs;
  await answerOfRealm(ctx.runtime.loginCode(row.id, { nickname, epoch, hash: hashLoginCode(code), expiresAt }));
  await gameProofExpect(ctx, actor, { code, epoch, expiresAt: new Date(expiresAt) });
  await userPlayed(ctx.db, actor.userId);
  return { code, expires: new Date(expiresAt).toISOString() };
};

/** 32 characters, of which none looks like another: no 0 and O, no 1 and I. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 8;

/** 40 random bits, to be typed by hand. */
function newLoginCode(): string {
  return Array.from(randomBytes(length), (byte) => characters[byte % characters.length]).join('');
}

/** The form in which a code is sent to a realm. */
function hashLoginCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** The owner, co-owner or operator whom a player who joins is taken for without a code. */
export async function realmAccount(ctx: Context, id: string, { nickname, address }: JoinBody): Promise<AccountAnswer> {
  const row = await findRealm(ctx.db, id);
  const accounts = row ? [...row.managers, ...operatorsOf(row)] : [];
  const account = accounts.find((one) => one.nickname.toLowerCase() === nickname.toLowerCase());
  if (!account || !(await gameProofStands(ctx, account, address))) return { account: null };
  return { account: { nickname: account.nickname, epoch: account.epoch } };
}

/** Notes where codes were used, as running realms report it for some minutes: nothing is missed by a process that was not there. */
export function followUsedCodes(ctx: Context): void {
  /** What each realm reported last. */
  const recorded = new Map<string, string>();
  ctx.directory.onChange(({ id, of }) => {
    const used = (of === 'observed' && ctx.directory.observed(id)?.state?.usedCodes) || [];
    if (of === 'observed' && used.length === 0) recorded.delete(id);
    const text = JSON.stringify(used);
    if (used.length === 0 || recorded.get(id) === text) return;
    recorded.set(id, text);
    gameProofsRecord(ctx, used).catch((error: unknown) => {
      recorded.delete(id);
      ctx.log[failureLevel(error)]({ err: error, realmId: id }, 'failed to note where codes were used');
    });
  });
}
