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
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { listSchedules, type ScheduleRow } from './schedule-queries.ts';

/** @throws AppError realm_unknown */
export async function realmSchedules(
  ctx: Context,
  { actor, params }: CallOf<'realmSchedules'>,
): Promise<RealmSchedules> {
  const { id, ownerTier } = await visibleRealm(ctx, actor.userId, params.id);
  return schedulesView(ctx.db, id, ownerTier);
}

/** All of a realm. */
export async function schedulesView(db: Db | Tx, realmId: string, ownerTier: string): Promise<RealmSchedules> {
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
