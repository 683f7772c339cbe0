import { allowedPowers, type Power, type RealmLive } from '@realmkeep/contract';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import type { Handler } from '../../http/register-routes.ts';
import { mayRunKernel } from '../../limits/programs.ts';
import { type Deed, recordActivity } from '../audit/activity.ts';
import { lockVisibleRealm } from './realm-access.ts';
import { liveOf } from './live/realm-live.ts';
import { mayPower } from './realm-policy.ts';
import { lockRealm, powerColumns, type RealmRow, setRestart, updateSettings } from './realm-queries.ts';

/**
 * Sets the desired state; the reconciler carries it out. Setting it to the same value is not an error.
 * @throws AppError realm_unknown, forbidden, realm_blocked, realm_overlimit, kernel_tier, programs_off
 */
export const realmPowerSet: Handler<'realmPowerSet'> = async (ctx, { actor, params, body }) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.realmId);
    if (!mayPower(actor.userId, row)) throw new AppError('forbidden');
    return (await requestPower(ctx, tx, row, body.power, { actor })).live;
  });

/**
 * The same, by the realm's own schedule of this name.
 * @returns whether there was anything to change
 * @throws AppError realm_unknown, realm_blocked, realm_overlimit, kernel_tier, programs_off
 */
export async function realmPowerRequest(
  ctx: Context,
  realmId: string,
  power: Power,
  schedule: string,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockRealm(tx, realmId);
    if (!row) throw new AppError('realm_unknown');
    const by = { actor: null, via: 'SCHEDULE', what: schedule } as const;
    return (await requestPower(ctx, tx, row, power, by)).changed;
  });
}

const actions = { ON: 'powerOn', OFF: 'powerOff', RESTART: 'powerRestart' } as const;

async function requestPower(
  ctx: Context,
  tx: Tx,
  row: RealmRow,
  power: Power,
  by: Pick<Deed, 'actor' | 'via' | 'what'>,
): Promise<{ live: RealmLive; changed: boolean }> {
  if (row.blocked_at) throw new AppError('realm_blocked');
  if (row.overlimit && power !== 'OFF') throw new AppError('realm_overlimit');

  if (power !== 'OFF' && !row.inPlan) throw new AppError('kernel_tier');
  if (power !== 'OFF' && !mayRunKernel(ctx, row.kernel)) throw new AppError('programs_off');

  const observed = ctx.directory.observed(row.id);
  const place = ctx.memory.place(row.id);
  const now = liveOf(row, observed, place);
  if (!allowedPowers(now).includes(power)) return { live: now, changed: false };
  await recordActivity(tx, { ...by, realmId: row.id, action: actions[power] });
  if (power === 'RESTART') {
    // Only the observed run is ended: a later one already is the restart that was asked for.
    const fencingToken = observed?.fencingToken ?? 0;
    await setRestart(tx, row.id, fencingToken);
    return { live: liveOf({ ...row, restart_lease: fencingToken }, observed, place), changed: true };
  }
  await updateSettings(tx, row.id, powerColumns(power));
  const after = { ...row, power, asleep_at: null, crash_count: 0, next_attempt_at: null, out_of_room_at: null };
  return { live: liveOf(after, observed, place), changed: true };
}

/** @returns the name; nothing if there is no such realm */
export function setRealmBlocked(tx: Tx, id: string, reason: string | null) {
  return tx
    .updateTable('realms')
    .set({ blocked_at: reason === null ? null : sql<Date>`coalesce(blocked_at, now())`, blocked_reason: reason })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
}
