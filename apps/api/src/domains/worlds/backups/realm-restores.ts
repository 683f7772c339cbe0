import { compareVersions, type KernelKind } from '@realmkeep/contract';
import { assertDiskSpace } from '../../../limits/disk-space.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { recordActivity } from '../../audit/activity.ts';
import { lockVisibleRealm } from '../../realms/realm-access.ts';
import { newWorldObstacle } from '../../realms/realm-policy.ts';
import { freezeWorld } from '../../realms/realm-world.ts';
import { worldSeed } from '../../realms/world-seed.ts';
import { planHold } from '../../realms/plans/plan-kernels.ts';
import { withUniqueNames } from '../../realms/realm-insert.ts';
import { realmInsertFrozen } from '../../realms/realm-of-backup.ts';
import { lockTier } from '../../identity/users/user-tier.ts';
import { kernelAllow } from '../kernels/kernel-allow.ts';
import { mayUseBackups } from './backup-policy.ts';
import { findBackup, holdBackup } from './backup-queries.ts';
import { backupsView } from './realm-backups.ts';
import { insertRestore, findReset, insertReset, findNewRealm, insertNewRealm } from './restore-queries.ts';
import { assertWorldIdle } from './snapshots.ts';

/**
 * Orders that the world of a backup takes the place of the present one.
 * @throws AppError realm_unknown, forbidden, backup_unknown, backup_not_ready, backup_newer, backup_running, restore_running,
 * kernel_changing
 */
export const realmBackupRestore: Handler<'realmBackupRestore'> = async (ctx, { actor, params }) => {
  await assertDiskSpace(ctx, 0);
  const realm = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!mayUseBackups(actor.userId, row)) throw new AppError('forbidden');
    const backup = await findBackup(tx, row.id, params.backupId);
    if (!backup) throw new AppError('backup_unknown');
    if (backup.state !== 'READY') throw new AppError('backup_not_ready');
    if (compareVersions(backup.game_version, row.kernel_version) > 0) {
      throw new AppError('backup_newer', { version: backup.game_version });
    }
    await assertWorldIdle(tx, row.id);
    await insertRestore(tx, row.id, backup.id);
    await recordActivity(tx, {
      realmId: row.id,
      actor,
      action: 'backupRestore',
      what: backup.created_at.toISOString(),
    });
    return row;
  });
  return backupsView(ctx, actor.userId, realm);
};

/**
 * Orders a new world in place of the present one, which `restore-backup.ts` carries out.
 * @throws AppError realm_unknown, forbidden, realm_map_java, backup_no_world, restore_running, kernel_changing, addon_installing,
 * backup_running, disk_full
 */
export const realmWorldReset: Handler<'realmWorldReset'> = async (ctx, { actor, params, body }) => {
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
};

/**
 * Orders a new realm with the world of a backup. The realm exists from now on, and does not run until the world is there.
 * @throws AppError realm_unknown, forbidden, backup_unknown, backup_not_ready, restore_running, as `kernelAllow`, as `realmInsertFrozen`,
 * realm_name_taken, realm_address_taken, disk_full
 */
export const realmBackupRealmCreate: Handler<'realmBackupRealmCreate'> = async (ctx, { actor, params, body }) => {
  const { user_realm_name: name, domain_name: address, eula } = body;
  await assertDiskSpace(ctx, 0);
  const java = await ctx.javaRuntimes();
  const from = await withUniqueNames(() =>
    ctx.db.transaction().execute(async (tx) => {
      // Locked before the realm, in the same order as changes of tiers.
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
};
