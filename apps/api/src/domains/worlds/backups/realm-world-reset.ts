import type { RealmBackups } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { assertDiskSpace } from '../../../limits/disk-space.ts';
import { recordActivity } from '../../audit/activity.ts';
import { lockVisibleRealm } from '../../realms/realm-access.ts';
import { newWorldObstacle } from '../../realms/realm-policy.ts';
import { freezeWorld } from '../../realms/realm-world.ts';
import { worldSeed } from '../../realms/world-seed.ts';
import { mayUseBackups } from './backup-policy.ts';
import { backupsView } from './realm-backups.ts';
import { findReset, insertReset } from './restore-queries.ts';
import { assertWorldIdle } from './snapshots.ts';

/**
 * Orders a new world in the place of the present one; what is to be done then `restore-backup.ts` does.
 * @throws AppError realm_unknown, forbidden, realm_map_java, backup_no_world, restore_running, kernel_changing, addon_installing,
 * backup_running, disk_full
 */
export async function realmWorldReset(
  ctx: Context,
  { actor, params, body }: CallOf<'realmWorldReset'>,
): Promise<RealmBackups> {
  const { world_name: map } = body;
  await assertDiskSpace(ctx, 0);
  const realm = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!mayUseBackups(actor.userId, row)) throw new AppError('forbidden');
    const before = await findReset(tx, row.id);
    // The backup of a world that was never made would take the place of the one before it.
    const isUnmade = before?.state === 'DONE' && before.exchanged_lease === row.lease;
    const obstacle = newWorldObstacle(map, row.kernel) ?? (row.lease === 0 || isUnmade ? 'backup_no_world' : null);
    if (obstacle) throw new AppError(obstacle);
    await assertWorldIdle(tx, row.id);
    const seed = worldSeed(map, body.seed);
    await insertReset(tx, row.id, { map, seed });
    await freezeWorld(tx, row.id);
    await recordActivity(tx, {
      realmId: row.id,
      actor,
      action: 'worldReset',
      what: seed === null ? map : `${map} ${seed}`,
    });
    return row;
  });
  return backupsView(ctx, actor.userId, realm);
}
