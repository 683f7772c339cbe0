import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { endSession } from './session-queries.ts';

/** @throws AppError session_unknown, also for a session of another account and for one that has ended */
export async function authSessionEnd(ctx: Context, { actor, params }: CallOf<'authSessionEnd'>): Promise<null> {
  const ended = await ctx.db.transaction().execute((tx) => endSession(tx, actor.userId, params.id));
  if (!ended) throw new AppError('session_unknown');
  return null;
}
