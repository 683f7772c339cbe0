import type { Context } from '../../context.ts';
import { violatedUnique } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/implement.ts';
import { hashPassword } from '../auth/passwords.ts';
import { offlineUuid } from './offline-uuid.ts';
import { findUserByName, insertReferral, insertUser } from './user-queries.ts';

/** So guests are called whose nickname is another's, and in Java kernels a name is all by which the game knows somebody. */
const guestName = /^guest_/i;

/** @throws AppError registration_closed, register_username_taken, register_referrer_unknown */
export async function userRegister(ctx: Context, { body, caller }: CallOf<'userRegister'>): Promise<null> {
  if (ctx.config.registrationSoon) throw new AppError('registration_closed');
  if (guestName.test(body.username)) throw new AppError('register_username_taken');
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
      if (referrer) await insertReferral(tx, referrer.id, userId);
    });
  } catch (fault) {
    if (violatedUnique(fault)) throw new AppError('register_username_taken');
    throw fault;
  }
  return null;
}
