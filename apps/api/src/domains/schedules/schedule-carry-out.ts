import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import { noteActivity } from '../audit/activity.ts';
import { backupCreate } from '../worlds/backups/backup-create.ts';
import { answerOfRealm } from '../realms/answer-of-realm.ts';
import { realmPowerRequest } from '../realms/realm-power-set.ts';
import type { Outcome, ScheduleRow } from './schedule-queries.ts';

const powers = { START: 'ON', STOP: 'OFF', RESTART: 'RESTART' } as const;

/**
 * Does what a schedule says, as its button does it. A refusal and a fault are outcomes like others.
 * @param userId who runs it by hand; null at its time
 */
export async function carryOut(ctx: Context, schedule: ScheduleRow, userId: string | null): Promise<Outcome> {
  try {
    return { outcome: (await act(ctx, schedule, userId)) ? 'done' : 'needless', error: null };
  } catch (error) {
    if (error instanceof AppError) return { outcome: 'refused', error: { code: error.code, params: error.params } };
    ctx.log.error(
      { err: error, scheduleId: schedule.id, realmId: schedule.realm_id },
      'failed to carry out a schedule',
    );
    return { outcome: 'failed', error: null };
  }
}

/** @returns whether there was anything to do */
async function act(
  ctx: Context,
  { action, command, realm_id, name }: ScheduleRow,
  userId: string | null,
): Promise<boolean> {
  if (action === 'COMMAND') {
    await answerOfRealm(ctx.runtime.command(realm_id, command ?? ''));
    await noteActivity(ctx, { realmId: realm_id, actor: null, via: 'SCHEDULE', action: 'command', what: name });
    return true;
  }
  if (action === 'BACKUP') {
    // A scheduled one takes the place of the oldest: by hand, that would remove them all.
    await backupCreate(ctx, realm_id, userId === null ? { schedule: name } : { userId });
    return true;
  }
  const power = powers[action as keyof typeof powers];
  const changed = await realmPowerRequest(ctx, realm_id, power, name);
  // What does not run is not restarted.
  if (!changed && power === 'RESTART') throw new AppError('realm_not_running');
  return changed;
}
