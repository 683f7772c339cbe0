import { type RealmSchedules, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { recordActivity } from '../audit/activity.ts';
import { audit } from '../audit/audit.ts';
import { lockVisibleRealm } from '../realms/realm-access.ts';
import { nextRun } from './schedule-policy.ts';
import { insertSchedule, listSchedules, updateSchedule, deleteSchedule } from './schedule-queries.ts';
import { schedulesView } from './realm-schedules.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';

/** @throws AppError realm_unknown, schedule_limit, rate_limited */
export async function realmScheduleCreate(
  ctx: Context,
  { actor, params, body }: CallOf<'realmScheduleCreate'>,
): Promise<RealmSchedules> {
  await consumeScheduleChangeLimit(ctx, actor.userId);
  return ctx.db.transaction().execute(async (tx) => {
    // Locked, so that of two at once the second is counted with the first.
    const realm = await lockVisibleRealm(tx, actor.userId, params.id);
    const limit = tierLimits[realm.ownerTier as Tier].schedules;
    const present = await listSchedules(tx, realm.id);
    if (present.length >= limit) throw new AppError('schedule_limit', { limit });
    const next = body.enabled ? nextRun(body, new Date()) : null;
    await insertSchedule(tx, { realmId: realm.id, authorId: actor.userId, body, nextRun: next });
    await audit(tx, { actor, action: 'scheduleCreate', subject: realm, details: { schedule: body.name } });
    await recordActivity(tx, { realmId: realm.id, actor, action: 'scheduleCreate', what: body.name });
    return schedulesView(tx, realm.id, realm.ownerTier);
  });
}

/** Each change is written down for ever. */
const maxChanges = 120;
const windowSeconds = 10 * 60;

/** Takes one change of schedules of the account's allowance. @throws AppError rate_limited */
async function consumeScheduleChangeLimit(ctx: Context, userId: string): Promise<void> {
  await consumeRateLimit(ctx.db, { key: `schedule:${userId}`, max: maxChanges, seconds: windowSeconds });
}

/** @throws AppError realm_unknown, schedule_unknown, rate_limited */
export async function realmScheduleUpdate(
  ctx: Context,
  { actor, params, body }: CallOf<'realmScheduleUpdate'>,
): Promise<RealmSchedules> {
  await consumeScheduleChangeLimit(ctx, actor.userId);
  return ctx.db.transaction().execute(async (tx) => {
    const realm = await lockVisibleRealm(tx, actor.userId, params.id);
    const next = body.enabled ? nextRun(body, new Date()) : null;
    const found = await updateSchedule(tx, realm.id, params.scheduleId, body, next);
    if (!found) throw new AppError('schedule_unknown');
    await audit(tx, { actor, action: 'scheduleUpdate', subject: realm, details: { schedule: body.name } });
    await recordActivity(tx, { realmId: realm.id, actor, action: 'scheduleUpdate', what: body.name });
    return schedulesView(tx, realm.id, realm.ownerTier);
  });
}

/** @throws AppError realm_unknown, schedule_unknown, rate_limited */
export async function realmScheduleDelete(
  ctx: Context,
  { actor, params }: CallOf<'realmScheduleDelete'>,
): Promise<RealmSchedules> {
  await consumeScheduleChangeLimit(ctx, actor.userId);
  return ctx.db.transaction().execute(async (tx) => {
    const realm = await lockVisibleRealm(tx, actor.userId, params.id);
    const deleted = await deleteSchedule(tx, realm.id, params.scheduleId);
    if (!deleted) throw new AppError('schedule_unknown');
    await audit(tx, { actor, action: 'scheduleDelete', subject: realm, details: { schedule: deleted.name } });
    await recordActivity(tx, { realmId: realm.id, actor, action: 'scheduleDelete', what: deleted.name });
    return schedulesView(tx, realm.id, realm.ownerTier);
  });
}
