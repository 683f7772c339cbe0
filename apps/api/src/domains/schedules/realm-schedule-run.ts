import type { RealmSchedules } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { noteActivity } from '../audit/activity.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { carryOut } from './schedule-carry-out.ts';
import { beginRun, findSchedule, recordOutcome } from './schedule-queries.ts';
import { schedulesView } from './realm-schedules.ts';

const maxRuns = 30;
const windowSeconds = 10 * 60;

/**
 * Its next run stays as it was. What came of this one is in the answer: a refusal is none of the call.
 * @throws AppError realm_unknown, schedule_unknown, rate_limited
 */
export async function realmScheduleRun(
  ctx: Context,
  { actor, params }: CallOf<'realmScheduleRun'>,
): Promise<RealmSchedules> {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  await consumeRateLimit(ctx.db, { key: `schedule-run:${realm.id}`, max: maxRuns, seconds: windowSeconds });
  const schedule = await findSchedule(ctx.db, realm.id, params.scheduleId);
  const begun = schedule && (await beginRun(ctx.db, schedule.id));
  if (!begun) throw new AppError('schedule_unknown');
  await noteActivity(ctx, { realmId: realm.id, actor, action: 'scheduleRun', what: schedule.name });
  await recordOutcome(ctx.db, schedule.id, begun, await carryOut(ctx, schedule));
  return schedulesView(ctx.db, realm.id, realm.ownerTier);
}
