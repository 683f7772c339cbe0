import type { RealmSchedules } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { audit } from '../audit/audit.ts';
import { lockVisibleRealm } from '../realms/realm-access.ts';
import { consumeScheduleChangeLimit } from './schedule-changes.ts';
import { deleteSchedule } from './schedule-queries.ts';
import { schedulesView } from './schedule-views.ts';

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
    return schedulesView(tx, realm.id, realm.ownerTier);
  });
}
