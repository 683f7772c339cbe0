import type { KernelKind, RealmBackups } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { assertDiskSpace } from '../../../limits/disk-space.ts';
import { recordActivity } from '../../audit/activity.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { kernelAllow } from '../kernels/kernel-allow.ts';
import { planHold } from '../../realms/plans/plan-kernels.ts';
import { withUniqueNames } from '../../realms/realm-insert.ts';
import { realmInsertFrozen } from '../../realms/realm-of-backup.ts';
import { lockVisibleRealm } from '../../realms/realm-access.ts';
import { lockTier } from '../../identity/users/user-tier.ts';
import { mayUseBackups } from './backup-policy.ts';
import { holdBackup } from './backup-queries.ts';
import { backupsView } from './realm-backups.ts';
import { findNewRealm, insertNewRealm } from './restore-queries.ts';

/**
 * Orders a new realm that begins with the world of a backup. It stands from now on, and does not run until the world has come.
 * @throws AppError realm_unknown, forbidden, backup_unknown, backup_not_ready, restore_running, as `kernelAllow`, as `realmInsertFrozen`,
 * realm_name_taken, realm_address_taken, disk_full
 */
export async function realmBackupRealmCreate(
  ctx: Context,
  { actor, params, body }: CallOf<'realmBackupRealmCreate'>,
): Promise<RealmBackups> {
  const { user_realm_name: name, domain_name: address, eula } = body;
  await assertDiskSpace(ctx, 0);
  const java = await ctx.javaRuntimes();
  const from = await withUniqueNames(() =>
    ctx.db.transaction().execute(async (tx) => {
      // Before the realm, as whoever changes tiers does it.
      const tier = await lockTier(tx, actor.userId);
      const plan = await planHold(tx, tier);
      const row = await lockVisibleRealm(tx, actor.userId, params.id);
      if (!mayUseBackups(actor.userId, row)) throw new AppError('forbidden');
      const backup = await holdBackup(tx, row.id, params.backupId);
      if (!backup) throw new AppError('backup_unknown');
      if (backup.state !== 'READY') throw new AppError('backup_not_ready');
      const before = await findNewRealm(tx, row.id);
      if (before && before.state !== 'DONE' && before.state !== 'FAILED') throw new AppError('restore_running');
      const kernel = { kernel: backup.kernel as KernelKind, version: backup.game_version };
      await kernelAllow(ctx, tx, { ownerId: actor.userId, plan, ...kernel, eula, java });
      const type = (backup.world_type ?? row.world_type) as 'OFFICIAL' | 'COMMUNITY';
      const world = { type, map: backup.map ?? row.map, seed: backup.seed };
      const wanted = { ownerId: actor.userId, tier, name, address, kernel, ...world };
      const realmId = await realmInsertFrozen(ctx, tx, wanted, backup.kernel_jar);
      await insertNewRealm(tx, { realmId, name, fromRealmId: row.id, backupId: backup.id });
      await recordActivity(tx, { realmId: row.id, actor, action: 'backupCopy', what: `${name} (${address})` });
      return row;
    }),
  );
  return backupsView(ctx, actor.userId, from);
}
