import { type RealmSchedules, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { audit } from '../audit/audit.ts';
import { lockVisibleRealm } from '../realms/realm-access.ts';
import { consumeScheduleChangeLimit } from './schedule-changes.ts';
import { nextRun } from './schedule-policy.ts';
import { insertSchedule, listSchedules } from './schedule-queries.ts';
import { schedulesView } from './schedule-views.ts';

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
    return schedulesView(tx, realm.id, realm.ownerTier);
  });
}
