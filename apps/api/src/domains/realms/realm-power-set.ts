import { allowedPowers, type RealmLive } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/implement.ts';
import { seen } from './realm-access.ts';
import { liveOf } from './realm-live.ts';
import { mayPower } from './realm-policy.ts';
import { lockRealm, setPower, setRestart } from './realm-queries.ts';

/**
 * Notes the wish; the reconciler carries it out. Wishing what is wished already is no error.
 * @throws AppError realm_unknown, forbidden, realm_blocked, realm_overlimit
 */
export async function realmPowerSet(
  ctx: Context,
  { actor, params, body }: CallOf<'realmPowerSet'>,
): Promise<RealmLive> {
  return ctx.db.transaction().execute(async (tx) => {
    const row = seen(actor.userId, await lockRealm(tx, params.realmId));
    if (!mayPower(actor.userId, row)) throw new AppError('forbidden');
    if (row.blocked_at) throw new AppError('realm_blocked');
    if (row.overlimit && body.power !== 'OFF') throw new AppError('realm_overlimit');

    const facts = ctx.directory.facts(row.id);
    const now = liveOf(row, facts);
    if (!allowedPowers(now).includes(body.power)) return now;
    if (body.power === 'RESTART') {
      // It is the run that was seen that ends: one that follows it is as good as what was asked for.
      const lease = facts?.lease ?? 0;
      await setRestart(tx, row.id, lease);
      return liveOf({ ...row, restart_lease: lease }, facts);
    }
    await setPower(tx, row.id, body.power);
    return liveOf({ ...row, power: body.power, asleep_at: null, crash_count: 0, next_attempt_at: null }, facts);
  });
}
