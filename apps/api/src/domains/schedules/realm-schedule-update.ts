import type { RealmSchedules } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { audit } from '../audit/audit.ts';
import { lockVisibleRealm } from '../realms/realm-access.ts';
import { consumeScheduleChangeLimit } from './schedule-changes.ts';
import { nextRun } from './schedule-policy.ts';
import { updateSchedule } from './schedule-queries.ts';
import { schedulesView } from './schedule-views.ts';

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
    return schedulesView(tx, realm.id, realm.ownerTier);
  });
}
