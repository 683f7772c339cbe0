import type { WakeAnswer, JoinBody } from '@realmkeep/contract';
import { barred } from '@realmkeep/realm-protocol';
import type { Context } from '../../context.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { sessionFrom } from '../identity/sessions/session-places.ts';
import { networkOf } from '../../http/connections/network.ts';
import { AppError } from '../../http/app-error.ts';
import { accessOf } from './players/access-of.ts';
import { mayWake } from './realm-policy.ts';
import { findRealm, recordAwake } from './realm-queries.ts';

/** A realm sleeps ten minutes after the last player at the earliest, and several players may come at once. */
const wakesMax = 60;
const windowSeconds = 60 * 60;

/**
 * Somebody wants to join: wakes a sleeping realm if they are allowed to. One that is off, blocked or above the limit stays as it is.
 * @throws AppError realm_unknown
 */
export async function realmWake(ctx: Context, id: string, { nickname, address }: JoinBody): Promise<WakeAnswer> {
  const row = await findRealm(ctx.db, id);
  if (!row) throw new AppError('realm_unknown');
  if (!row.asleep_at) return { answer: 'awake' };

  const visitor = { nickname, name: nickname, address };
  const out = barred({ managers: row.managers, access: accessOf(row) }, visitor, networkOf);
  if (out) return { answer: out.why };
  const manager = row.managers.find((one) => one.nickname.toLowerCase() === nickname.toLowerCase());
  const isAtHome = row.wake_by === 'MANAGERS' && manager && (await sessionFrom(ctx.db, manager.userId, address));
  if (!mayWake(row.wake_by, Boolean(isAtHome))) return { answer: 'refused' };
  try {
    await consumeRateLimit(ctx.db, { key: `wake:${id}`, max: wakesMax, seconds: windowSeconds });
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return { answer: 'limited' };
    throw error;
  }
  if (await recordAwake(ctx.db, id)) ctx.log.info({ realmId: id, nickname }, 'a player woke the realm');
  return { answer: 'awake' };
}
