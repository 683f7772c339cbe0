import {
  type RealmSchedules,
  type ErrorCode,
  type ErrorParams,
  type Schedule,
  type ScheduleAction,
  type ScheduleOutcome,
  type Tier,
  tierLimits,
} from '@realmkeep/contract';
import type { Handler } from '../../http/register-routes.ts';
import type { Db, Tx } from '../../db/pool.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { visibleRealm, lockVisibleRealm } from '../realms/realm-access.ts';
import { recordActivity, noteActivity } from '../audit/activity.ts';
import {
  listSchedules,
  type ScheduleRow,
  insertSchedule,
  updateSchedule,
  deleteSchedule,
  beginRun,
  findSchedule,
  recordOutcome,
} from './schedule-queries.ts';
import { nextRun } from './schedule-policy.ts';
import { carryOut } from './schedule-carry-out.ts';

/** @throws AppError realm_unknown */
export const realmSchedules: Handler<'realmSchedules'> = async (ctx, { actor, params }) => {
  const { id, ownerTier } = await visibleRealm(ctx, actor.userId, params.id);
  return schedulesView(ctx.db, id, ownerTier);
};

/** All of a realm. */
async function schedulesView(db: Db | Tx, realmId: string, ownerTier: string): Promise<RealmSchedules> {
  const rows = await listSchedules(db, realmId);
  return { limit: tierLimits[ownerTier as Tier].schedules, schedules: rows.map(scheduleView) };
}

function scheduleView(row: ScheduleRow): Schedule {
  const { id, name, action, command, time, weekdays, zone, enabled } = row;
  return {
    id,
    name,
    command,
    time,
    weekdays,
    zone,
    enabled,
    action: action as ScheduleAction,
    nextRun: row.next_run?.toISOString() ?? null,
    author: row.author_nickname,
    last:
      row.last_at === null
        ? null
        : {
            at: row.last_at.toISOString(),
            outcome: row.last_outcome as ScheduleOutcome,
            error: row.last_error as { code: ErrorCode; params: ErrorParams } | null,
          },
  };
}

/** @throws AppError realm_unknown, schedule_limit, rate_limited */
export const realmScheduleCreate: Handler<'realmScheduleCreate'> = async (ctx, { actor, params, body }) => {
  await consumeScheduleChangeLimit(ctx, actor.userId);
  return ctx.db.transaction().execute(async (tx) => {
    // Locked, so that of two concurrent calls the second counts the first.
    const realm = await lockVisibleRealm(tx, actor.userId, params.id);
    const limit = tierLimits[realm.ownerTier as Tier].schedules;
    const present = await listSchedules(tx, realm.id);
    if (present.length >= limit) throw new AppError('schedule_limit', { limit });
    const next = body.enabled ? nextRun(body, new Date()) : null;
    await insertSchedule(tx, { realmId: realm.id, authorId: actor.userId, body, nextRun: next });
    await recordActivity(tx, { realmId: realm.id, actor, action: 'scheduleCreate', what: body.name });
    return schedulesView(tx, realm.id, realm.ownerTier);
  });
};

/** Each change is in the realm's activity for 90 days. */
const maxChanges = 120;
const windowSeconds = 10 * 60;

/** Takes one change of schedules of the account's allowance. @throws AppError rate_limited */
async function consumeScheduleChangeLimit(ctx: Context, userId: string): Promise<void> {
  await consumeRateLimit(ctx.db, { key: `schedule:${userId}`, max: maxChanges, seconds: windowSeconds });
}

/** @throws AppError realm_unknown, schedule_unknown, rate_limited */
export const realmScheduleUpdate: Handler<'realmScheduleUpdate'> = async (ctx, { actor, params, body }) => {
  await consumeScheduleChangeLimit(ctx, actor.userId);
  return ctx.db.transaction().execute(async (tx) => {
    const realm = await lockVisibleRealm(tx, actor.userId, params.id);
    const next = body.enabled ? nextRun(body, new Date()) : null;
    const found = await updateSchedule(tx, realm.id, params.scheduleId, body, next);
    if (!found) throw new AppError('schedule_unknown');
    await recordActivity(tx, { realmId: realm.id, actor, action: 'scheduleUpdate', what: body.name });
    return schedulesView(tx, realm.id, realm.ownerTier);
  });
};

/** @throws AppError realm_unknown, schedule_unknown, rate_limited */
export const realmScheduleDelete: Handler<'realmScheduleDelete'> = async (ctx, { actor, params }) => {
  await consumeScheduleChangeLimit(ctx, actor.userId);
  return ctx.db.transaction().execute(async (tx) => {
    const realm = await lockVisibleRealm(tx, actor.userId, params.id);
    const deleted = await deleteSchedule(tx, realm.id, params.scheduleId);
    if (!deleted) throw new AppError('schedule_unknown');
    await recordActivity(tx, { realmId: realm.id, actor, action: 'scheduleDelete', what: deleted.name });
    return schedulesView(tx, realm.id, realm.ownerTier);
  });
};

const maxRuns = 30;

/**
 * Its next run stays as it was. What came of this one is in the answer: a refusal is none of the call.
 * @throws AppError realm_unknown, schedule_unknown, rate_limited
 */
export const realmScheduleRun: Handler<'realmScheduleRun'> = async (ctx, { actor, params }) => {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  await consumeRateLimit(ctx.db, { key: `schedule-run:${realm.id}`, max: maxRuns, seconds: windowSeconds });
  const schedule = await findSchedule(ctx.db, realm.id, params.scheduleId);
  const begun = schedule && (await beginRun(ctx.db, schedule.id));
  if (!begun) throw new AppError('schedule_unknown');
  await noteActivity(ctx, { realmId: realm.id, actor, action: 'scheduleRun', what: schedule.name });
  await recordOutcome(ctx.db, schedule.id, begun, await carryOut(ctx, schedule, actor.userId));
  return schedulesView(ctx.db, realm.id, realm.ownerTier);
};

/** Schedules that a player made bear the name that their account has now. */
export async function schedulesRenameAuthor(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('realm_schedules')
    .set((of) => ({ author_nickname: of.selectFrom('users').select('nickname').where('id', '=', userId) }))
    .where('author_id', '=', userId)
    .execute();
}
