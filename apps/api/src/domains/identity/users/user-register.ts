import { isReservedNickname } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { type Tx, violatedUnique } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { hashPassword } from '../login/passwords.ts';
import { offlineUuid } from './offline-uuid.ts';
import { retiredHash } from './users-release.ts';
import { isRetired } from './release-queries.ts';
import { nicknameTaken } from './user-login.ts';
import { registrationAdmit } from './registration-work.ts';
import { findUserByName, insertUser } from './user-queries.ts';

/** Further effects of a registration by invitation, in its transaction. */
type OnReferred = (tx: Tx, referrerId: string, userId: string) => Promise<void>;

/** @throws AppError registration_closed, registration_work, rate_limited, register_username_taken, register_referrer_unknown */
export async function userRegister(
  ctx: Context,
  { body, caller }: CallOf<'userRegister'>,
  onReferred: OnReferred,
): Promise<null> {
  if (ctx.config.registrationSoon) throw new AppError('registration_closed');
  if (isReservedNickname(body.username)) throw new AppError('register_username_taken');
  if (await isTaken(ctx, body.username)) throw new AppError('register_username_taken');
  await registrationAdmit(ctx, caller.ip, body.work ?? null);
  const passwordHash = await hashPassword(body.password);
  try {
    await ctx.db.transaction().execute(async (tx) => {
      const referrer = body.referrer_username === null ? null : await findUserByName(tx, body.referrer_username);
      if (referrer === undefined) throw new AppError('register_referrer_unknown');
      const userId = await insertUser(tx, {
        nickname: body.username,
        gameUuid: offlineUuid(body.username),
        passwordHash,
        language: body.language,
        ip: caller.ip,
      });
      if (referrer) await onReferred(tx, referrer.id, userId);
    });
  } catch (error) {
    if (violatedUnique(error)) throw new AppError('register_username_taken');
    throw error;
  }
  return null;
}

/** Checked before anything is counted: trying a name costs no proof of work. */
async function isTaken(ctx: Context, nickname: string): Promise<boolean> {
  return (await nicknameTaken(ctx, nickname)) || isRetired(ctx.db, retiredHash(nickname));
}
