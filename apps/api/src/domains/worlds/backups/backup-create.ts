import { type BackupOrigin, type Tier, tierLimits, type TierLimits } from '@realmkeep/contract';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { recordActivity } from '../../audit/activity.ts';
import { assertDiskSpace } from '../../../limits/disk-space.ts';
import { AppError } from '../../../http/app-error.ts';
import { hasChangeUnderWay } from '../kernels/kernel-queries.ts';
import { lockWorld, noteBackedUp } from '../../realms/realm-world.ts';
import { backupObstacle, nextBackupAt } from './backup-policy.ts';
import { insertBackup, listBackups } from './backup-queries.ts';
import { isRestoring } from './restore-queries.ts';

/** Who asks for a backup: a player, or a schedule by its name. */
export type BackupBy = { userId: string } | { schedule: string };

/**
 * Orders a backup, which is made when its turn comes. The caller checks who may.
 * @throws AppError realm_unknown, backup_no_world, backup_running, restore_running, kernel_changing, backup_limit, backup_space, backup_cooldown,
 * disk_full
 */
export async function backupCreate(ctx: Context, realmId: string, by: BackupBy): Promise<void> {
  const origin: BackupOrigin = 'schedule' in by ? 'SCHEDULED' : 'MANUAL';
  await assertDiskSpace(ctx, 0);
  await ctx.db.transaction().execute(async (tx) => {
    // The lock makes requests for the same realm count one another.
    const realm = await lockWorld(tx, realmId);
    const limits = backupLimits(ctx.config, realm.ownerTier);
    const backups = await listBackups(tx, realmId);
    const now = new Date();
    const nextAt = nextBackupAt(limits, realm.backed_up_at);
    const obstacle = backupObstacle({
      origin,
      limits,
      kept: backups.filter(({ state }) => state !== 'FAILED'),
      hasWorld: realm.lease > 0,
      isRestoring: await isRestoring(tx, realmId),
      isChanging: await hasChangeUnderWay(tx, realmId),
      nextAt,
      now,
    });
    const seconds = Math.ceil(((nextAt ?? now).getTime() - now.getTime()) / 1000);
    const wait = { seconds, minutes: Math.ceil(seconds / 60) };
    if (obstacle) throw new AppError(obstacle, obstacle === 'backup_cooldown' ? wait : { limit: limits.count });
    await insertBackup(tx, {
      realmId,
      madeBy: 'schedule' in by ? null : by.userId,
      origin,
      backedUpBefore: realm.backed_up_at,
    });
    await noteBackedUp(tx, realmId, now);
    const doer = 'schedule' in by ? ({ actor: null, via: 'SCHEDULE', what: by.schedule } as const) : { actor: by };
    await recordActivity(tx, { ...doer, realmId, action: 'backupCreate' });
  });
}

/** What an owner's tier allows, as far as the operator does. */
export function backupLimits({ backups: { most } }: Config, tier: string): TierLimits['backups'] {
  const limits = tierLimits[tier as Tier].backups;
  return { ...limits, count: Math.min(limits.count, most ?? Infinity) };
}
